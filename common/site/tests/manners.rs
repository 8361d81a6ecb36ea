//! Answers that come slowly, in part, without end, or not at all.

mod site_client;

use std::io::{ErrorKind, Read};
use std::time::Duration;

use practice_site::{Answer, Site};
use site_client::{HUNG, ask, get, read_to_end, text};

const SHORT: Duration = Duration::from_millis(1);

fn site(answer: Answer) -> Site {
    Site::builder().page("/", answer).start().expect("a socket")
}

#[test]
fn slow_answers_arrive_whole() {
    for answer in [
        Answer::html("hello").after(SHORT),
        Answer::html("hello").dripped(SHORT),
        Answer::html("hello").dripped_body(SHORT),
        Answer::html("hello").in_pieces(7, SHORT),
    ] {
        let answer = get(&site(answer), "/");
        assert!(answer.starts_with("HTTP/1.0 200 OK\r\n") && answer.ends_with("\r\n\r\nhello"), "{answer}");
    }
}

#[test]
fn a_cut_answer_ends_in_good_order() {
    assert_eq!(text(ask(&site(Answer::html("hello").cut(11)), "/")), "HTTP/1.0 20");
}

#[test]
fn an_endless_page_lasts_until_the_client_leaves() {
    let site = site(Answer::endless());
    let mut stream = ask(&site, "/");
    let mut bytes = vec![0; 1 << 20];
    stream.read_exact(&mut bytes).unwrap();
    assert!(bytes.starts_with(b"HTTP/1.0 200 OK\r\n"));
    assert_eq!(site.requests_open(), 1);
    drop(stream);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
}

#[test]
fn an_endless_head_lasts_until_the_client_leaves() {
    let site = site(Answer::endless_head());
    let mut stream = ask(&site, "/");
    let mut bytes = vec![0; 1 << 20];
    stream.read_exact(&mut bytes).unwrap();
    assert!(!bytes.windows(4).any(|window| window == b"\r\n\r\n"));
    drop(stream);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
}

#[test]
fn a_silent_page_is_never_answered() {
    let site = site(Answer::silent());
    let stream = ask(&site, "/");
    assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
    stream.set_nonblocking(true).unwrap();
    let error = (&stream).read(&mut [0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WouldBlock);
    drop(stream);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
}

#[test]
fn dropping_the_site_closes_its_connections() {
    let site = site(Answer::silent());
    let stream = ask(&site, "/");
    assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
    drop(site);
    assert_eq!(read_to_end(stream).0, b"");
}
