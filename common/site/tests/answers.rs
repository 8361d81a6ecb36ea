//! Each kind of answer, as a client sees it.

mod site_client;

use std::net::Shutdown;

use practice_site::{Answer, Site};
use site_client::{ask, body, get, send, status, text};

fn site(answer: Answer) -> Site {
    Site::builder().page("/", answer).start().expect("a socket")
}

#[test]
fn a_page_comes_with_its_type_and_length() {
    let answer = get(&site(Answer::html("<p>hello")), "/");
    let head = "HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 8\r\n";
    assert_eq!(answer, format!("{head}\r\n<p>hello"));
}

#[test]
fn links_are_escaped() {
    let body = body(&site(Answer::links(["/a", "/b?x=1&y=\"2\""])), "/");
    assert!(body.contains("<a href=\"/a\">"), "{body}");
    assert!(body.contains("<a href=\"/b?x=1&amp;y=&quot;2&quot;\">"), "{body}");
}

#[test]
fn a_body_comes_with_its_own_type() {
    let answer = get(&site(Answer::body("image/png", [1, 2, 3])), "/");
    assert!(answer.contains("\r\nContent-Type: image/png\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\n\u{1}\u{2}\u{3}"), "{answer}");
}

#[test]
fn a_status_has_an_empty_body() {
    assert_eq!(
        get(&site(Answer::status(500)), "/"),
        "HTTP/1.0 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"
    );
}

#[test]
fn no_content_has_no_length() {
    assert_eq!(get(&site(Answer::status(204)), "/"), "HTTP/1.0 204 No Content\r\n\r\n");
}

#[test]
fn a_redirect_has_its_location() {
    let answer = get(&site(Answer::redirect(302, "/b")), "/");
    assert!(answer.starts_with("HTTP/1.0 302 Found\r\nLocation: /b\r\n"), "{answer}");
}

#[test]
fn raw_bytes_are_sent_as_they_are() {
    assert_eq!(get(&site(Answer::raw(b"not HTTP at all")), "/"), "not HTTP at all");
}

#[test]
fn a_header_is_added_to_the_head() {
    let answer = get(&site(Answer::html("x").header("X-Name", "value")), "/");
    assert!(answer.ends_with("Content-Length: 1\r\nX-Name: value\r\n\r\nx"), "{answer}");
}

#[test]
fn an_answer_without_length_has_no_content_length() {
    let answer = get(&site(Answer::html("x").without_length()), "/");
    assert_eq!(answer, "HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\nx");
}

#[test]
fn each_hit_of_a_sequence_gets_the_next_answer_and_the_last_one_repeats() {
    let site = site(Answer::sequence([503, 500, 204].map(Answer::status)));
    let statuses = [0; 4].map(|_| status(&site, "/"));
    assert_eq!(statuses, [503, 500, 204, 204]);
}

#[test]
fn a_missing_page_is_a_404_with_a_page() {
    let answer = get(&site(Answer::html("")), "/missing");
    assert!(answer.starts_with("HTTP/1.0 404 Not Found\r\nContent-Type: text/html"), "{answer}");
    assert!(answer.contains("<h1>"), "{answer}");
}

#[test]
fn content_answers_the_requests_that_no_page_answers() {
    let generate = |path: &str| path.strip_prefix("/echo/").map(Answer::html);
    let site = Site::builder().page("/echo/a", Answer::html("page")).content(generate).start().unwrap();
    assert_eq!(body(&site, "/echo/a"), "page");
    assert_eq!(body(&site, "/echo/b?c"), "b?c");
    assert_eq!(status(&site, "/other"), 404);
}

#[test]
fn head_gets_the_head_alone() {
    let answer = text(send(&site(Answer::html("hello")), "HEAD / HTTP/1.0\r\n\r\n"));
    assert!(answer.ends_with("Content-Length: 5\r\n\r\n"), "{answer}");
}

#[test]
fn other_methods_are_not_allowed() {
    let site = site(Answer::html("hello"));
    let answer = text(send(&site, "POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc"));
    assert!(answer.starts_with("HTTP/1.0 405 "), "{answer}");
    assert!(answer.contains("\r\nAllow: GET, HEAD\r\n"), "{answer}");
    assert_eq!(site.paths(), Vec::<String>::new());
}

#[test]
fn bytes_that_are_not_http_are_a_bad_request() {
    let answer = text(send(&site(Answer::html("hello")), "\u{1}\u{2}\r\n\r\n"));
    assert!(answer.starts_with("HTTP/1.0 400 "), "{answer}");
}

#[test]
fn a_head_of_more_than_64_kib_is_refused() {
    let long = format!("GET /{} HTTP/1.0\r\n\r\n", "x".repeat(70_000));
    let answer = text(send(&site(Answer::html("hello")), &long));
    assert!(answer.starts_with("HTTP/1.0 431 "), "{answer}");
}

#[test]
fn bytes_after_the_request_do_not_reset_the_connection() {
    let request = format!("GET / HTTP/1.0\r\n\r\n{}", "x".repeat(10_000));
    assert!(text(send(&site(Answer::html("hello")), &request)).ends_with("hello"));
}

#[test]
fn a_client_that_shuts_down_its_sending_side_gets_an_answer_that_is_ready() {
    let site = site(Answer::html("hello"));
    let stream = ask(&site, "/");
    stream.shutdown(Shutdown::Write).unwrap();
    assert!(text(stream).ends_with("hello"));
}

#[test]
fn a_large_page_comes_whole() {
    let large = "x".repeat(8 << 20);
    assert_eq!(body(&site(Answer::html(large.as_str())), "/").len(), large.len());
}
