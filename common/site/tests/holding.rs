//! Answers that are held back, and clients that leave before they are answered.

mod site_client;

use std::io::ErrorKind;
use std::net::TcpStream;

use practice_site::Answer;
use site_client::{HUNG, anything, ask, get, one_page, text};

/// Returns whether `stream` has neither bytes to read nor its end.
fn is_unanswered(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a socket");
    let peeked = stream.peek(&mut [0]);
    stream.set_nonblocking(false).expect("a socket");
    peeked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

#[test]
fn a_gate_opens_with_the_last_request_that_it_waits_for_and_stays_open() {
    let site = anything().gate(5).start().unwrap();
    let mut streams: Vec<_> = (0..4).map(|n| ask(&site, &format!("/{n}"))).collect();
    assert!(site.wait_until(|site| site.requests_open() == 4, HUNG));
    assert!(streams.iter().all(is_unanswered));
    streams.push(ask(&site, "/4"));
    for stream in streams {
        assert!(text(stream).ends_with("hello"));
    }
    assert_eq!(site.most_open(), 5);
    assert!(get(&site, "/again").ends_with("hello"));
}

#[test]
fn the_gate_does_not_count_clients_that_have_left() {
    let site = anything().gate(2).start().unwrap();
    drop(ask(&site, "/gone"));
    assert!(site.wait_until(|site| site.hits("/gone") == 1 && site.open() == 0, HUNG));
    let stream = ask(&site, "/here");
    assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
    assert!(is_unanswered(&stream));
    assert_eq!(site.most_open(), 1);
}

#[test]
fn a_held_path_waits_for_its_release_and_other_paths_do_not() {
    let site = anything().hold("/held").start().unwrap();
    let held = ask(&site, "/held");
    assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
    assert!(get(&site, "/other").ends_with("hello"));
    assert!(is_unanswered(&held));
    assert_eq!(site.unanswered(), ["/held"]);
    site.release("/held");
    assert!(text(held).ends_with("hello"));
    assert_eq!(site.unanswered(), Vec::<String>::new());
    assert!(get(&site, "/held").ends_with("hello"));
}

#[test]
fn a_connection_is_closed_if_its_client_leaves_during_a_delay_or_between_two_bytes() {
    for answer in [Answer::html("hello").after(HUNG * 100), Answer::html("hello").in_pieces(1, HUNG * 100)] {
        let site = one_page(answer);
        let stream = ask(&site, "/");
        assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
        drop(stream);
        assert!(site.wait_until(|site| site.open() == 0, HUNG));
    }
}
