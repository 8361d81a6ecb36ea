//! Each kind of answer, as a client sees it: its bytes, and how slowly, in part or without end they come, or up to a reset.

use std::io::ErrorKind;
use std::net::Shutdown;
use std::time::Duration;

use crate::client::{HUNG, ask, get, one_page, read_to_end, send, text};
use practice_site::{Answer, Site};

const SHORT: Duration = Duration::from_millis(1);

/// The tests of the stages' crawls depend on all else that an answer is made of, and on sequences and contents.
#[test]
fn an_answer_has_these_bytes() {
    for (answer, expected) in [
        (Answer::status(500), "HTTP/1.0 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"),
        (Answer::status(204), "HTTP/1.0 204 No Content\r\n\r\n"),
        (
            Answer::links(["/b?x=1&y=\"2\""]).without_length(),
            "HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n\
             <!DOCTYPE html>\n<title>Links</title>\n\
             <a href=\"/b?x=1&amp;y=&quot;2&quot;\">/b?x=1&amp;y=&quot;2&quot;</a>\n",
        ),
    ] {
        // A delay of its own takes precedence over the latency.
        let site = Site::builder().page("/", answer.after(SHORT)).latency(HUNG * 100).start().unwrap();
        assert_eq!(get(&site, "/"), expected);
    }
}

#[test]
fn a_request_that_is_no_get_or_head_is_refused() {
    for (request, status) in [
        ("POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc".to_owned(), "400"),
        ("\u{1}\u{2}\r\n\r\n".to_owned(), "400"),
        (format!("GET /{} HTTP/1.0\r\n\r\n", "x".repeat(70_000)), "431"),
    ] {
        let site = one_page(Answer::html("hello"));
        let answer = text(send(&site, &request));
        assert!(answer.starts_with(&format!("HTTP/1.0 {status} ")), "{answer}");
        assert_eq!(site.paths(), [""; 0]);
    }
}

#[test]
fn the_answer_to_head_ends_before_its_body() {
    for answer in [Answer::html("hello"), Answer::endless()] {
        let site = one_page(answer);
        let head = text(send(&site, "HEAD / HTTP/1.0\r\n\r\n"));
        assert!(head.starts_with("HTTP/1.0 200 ") && head.ends_with("\r\n\r\n"), "{head}");
    }
}

#[test]
fn bytes_or_an_end_after_the_request_do_not_reset_the_connection() {
    let request = format!("GET / HTTP/1.0\r\n\r\n{}", "x".repeat(10_000));
    let site = one_page(Answer::html("hello"));
    assert!(text(send(&site, &request)).ends_with("hello"));
    let stream = ask(&site, "/");
    stream.shutdown(Shutdown::Write).unwrap();
    assert!(text(stream).ends_with("hello"));
}

#[test]
fn an_answer_is_reset_after_any_number_of_bytes() {
    for (bytes, received) in [(0, ""), (1, "H"), (6, "HTTP/1"), (1000, "HTTP/1.0 204 No Content\r\n\r\n")] {
        let site = one_page(Answer::status(204).reset(bytes));
        let (answer, ended) = read_to_end(ask(&site, "/"));
        assert_eq!(ended.map_err(|error| error.kind()), Err(ErrorKind::ConnectionReset));
        assert_eq!((String::from_utf8(answer).as_deref(), site.log()[0].answered), (Ok(received), None));
    }
}
