//! Each kind of answer, as a client sees it: its bytes, and how slowly, in part or without end they come, or up to a reset.

use std::io::ErrorKind;
use std::net::Shutdown;
use std::time::Duration;

use crate::client::{HUNG, ask, body, get, one_page, read_to_end, send, status, text};
use practice_site::{Answer, Site};

const SHORT: Duration = Duration::from_millis(1);

const HEAD: &str = "HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n";

#[test]
fn an_answer_has_these_bytes() {
    for (answer, expected) in [
        (Answer::html("<p>hello"), format!("{HEAD}Content-Length: 8\r\n\r\n<p>hello")),
        (
            Answer::html("x").header("X-Name", "value"),
            format!("{HEAD}Content-Length: 1\r\nX-Name: value\r\n\r\nx"),
        ),
        (Answer::html("x").without_length(), format!("{HEAD}\r\nx")),
        (Answer::html("x").cut(11), "HTTP/1.0 20".into()),
        (
            Answer::body("image/png", [1, 2, 3]),
            "HTTP/1.0 200 OK\r\nContent-Type: image/png\r\nContent-Length: 3\r\n\r\n\u{1}\u{2}\u{3}".into(),
        ),
        (Answer::status(500), "HTTP/1.0 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n".into()),
        (Answer::status(204), "HTTP/1.0 204 No Content\r\n\r\n".into()),
        (
            Answer::redirect(302, "/b"),
            "HTTP/1.0 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n".into(),
        ),
        (
            Answer::links(["/b?x=1&y=\"2\""]).without_length(),
            format!(
                "{HEAD}\r\n<!DOCTYPE html>\n<title>Links</title>\n\
                 <a href=\"/b?x=1&amp;y=&quot;2&quot;\">/b?x=1&amp;y=&quot;2&quot;</a>\n"
            ),
        ),
        (Answer::raw(b"not HTTP at all"), "not HTTP at all".into()),
        (Answer::html("slow").in_pieces(7, SHORT), format!("{HEAD}Content-Length: 4\r\n\r\nslow")),
    ] {
        // A delay of its own takes precedence over the latency.
        let site = Site::builder().page("/", answer.after(SHORT)).latency(HUNG * 100).start().unwrap();
        assert_eq!(get(&site, "/"), expected);
    }
}

#[test]
fn each_hit_of_a_sequence_gets_the_next_answer_and_the_last_one_repeats() {
    let site = one_page(Answer::sequence([503, 500, 204].map(Answer::status)));
    assert_eq!([(); 4].map(|()| status(&site, "/")), [503, 500, 204, 204]);
}

#[test]
fn content_answers_the_requests_that_no_page_answers() {
    let generate = |path: &str| path.strip_prefix("/echo/").map(Answer::html);
    let site = Site::builder().page("/echo/a", Answer::html("page")).content(generate).start().unwrap();
    assert_eq!(["/echo/a", "/echo/b?c"].map(|path| body(&site, path)), ["page", "b?c"]);
    assert!(get(&site, "/other").starts_with("HTTP/1.0 404 Not Found\r\nContent-Type: text/html"));
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

/// Returns the text that a client receives before the reset.
fn before_the_reset(answer: Answer) -> String {
    let site = one_page(answer);
    let (received, ended) = read_to_end(ask(&site, "/"));
    assert_eq!(ended.map_err(|error| error.kind()), Err(ErrorKind::ConnectionReset));
    assert_eq!((site.hits("/"), site.requests_open(), site.open()), (1, 0, 0));
    let visit = &site.log()[0];
    assert!(visit.first_byte.is_none() == received.is_empty() && visit.answered.is_none(), "{visit:?}");
    String::from_utf8(received).expect("text")
}

#[test]
fn an_answer_is_reset_after_any_number_of_bytes() {
    for (bytes, received) in [(0, ""), (1, "H"), (6, "HTTP/1"), (1000, "HTTP/1.0 204 No Content\r\n\r\n")] {
        assert_eq!(before_the_reset(Answer::status(204).reset(bytes)), received);
    }
    assert!(before_the_reset(Answer::html("hello").reset(80)).ends_with("\r\n\r\nhe"));
}
