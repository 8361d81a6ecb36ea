//! Heads: what is one, and what is none.

use std::time::Duration;

use practice_site::Answer;

use super::Stage;
use super::bodies::{fails, fetched, has_body};
use super::tools::{defaults, record, site};

pub(super) fn an_answer_may_come_in_any_pieces(stage: &Stage) {
    let links = || Answer::html("<a href='/a?x=1&amp;y=\u{e9}'></a>");
    for size in [1, 2, 3, 5, 7, 16, 31] {
        let site = site([("/", links().in_pieces(size, Duration::from_micros(10)))]);
        stage.crawl(&site, defaults);
        assert_eq!(site.paths(), ["/", "/a?x=1&y=%C3%A9"], "in pieces of {size}");
    }
}

pub(super) fn the_case_of_header_names_does_not_matter(stage: &Stage) {
    let answer = "HTTP/1.0 200 ok\r\ncontent-length: 4\r\nCONTENT-TYPE: text/html\r\n\r\nfour and more";
    let record = fetched(stage, Answer::raw(answer));
    assert_eq!((record.size, record.content_type.as_deref()), (4, Some("text/html")));
}

pub(super) fn lines_may_end_in_a_line_feed_alone(stage: &Stage) {
    has_body(stage, Answer::raw("HTTP/1.0 200 OK\nContent-Length: 4\n\nfour and more"), 4);
}

pub(super) fn a_reason_is_not_needed(stage: &Stage) {
    has_body(stage, Answer::raw("HTTP/1.1 200\r\nContent-Length: 4\r\n\r\nfour"), 4);
}

pub(super) fn what_is_not_http_is_a_bad_response(stage: &Stage) {
    for answer in
        ["\u{7f}ELF\r\n\r\n", "<!DOCTYPE html><p>Hello", "SSH-2.0-OpenSSH\r\n", "HTTP/1.0 OK\r\n\r\n"]
    {
        fails(stage, Answer::raw(answer), "bad-response");
    }
}

/// Garbage is known by its first byte: nobody waits for its end.
pub(super) fn garbage_without_an_end_is_a_bad_response(stage: &Stage) {
    let greeting = "220 mail.site.test ESMTP\r\n?";
    fails(
        stage,
        Answer::raw(greeting).in_pieces(greeting.len() - 1, Duration::from_secs(3600)),
        "bad-response",
    );
}

pub(super) fn an_answer_that_ends_in_its_head_is_none(stage: &Stage) {
    for answer in ["", "HTTP", "HTTP/1.0 200 OK\r\n", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n"] {
        fails(stage, Answer::raw(answer), "closed");
    }
}

pub(super) fn a_head_without_an_end_is_too_large(stage: &Stage) {
    fails(stage, Answer::endless_head(), "too-large");
}

pub(super) fn a_head_may_be_long(stage: &Stage) {
    let line = format!("X-Long: {}\r\n", "x".repeat(990));
    let head = |lines| format!("HTTP/1.0 200 OK\r\n{}\r\nfour", line.repeat(lines));
    has_body(stage, Answer::raw(head(64)), 4);
    fails(stage, Answer::raw(head(66)), "too-large");
    let many = "X: y\r\n".repeat(2000);
    has_body(stage, Answer::raw(format!("HTTP/1.0 200 OK\r\n{many}\r\nfour")), 4);
}

/// What a link may not hold as it stands is percent-encoded; what it may hold is left alone.
pub(super) fn a_url_is_asked_for_as_it_is(stage: &Stage) {
    let site = site([("/", Answer::links(["/a%20b?c=d&e=%2F", "/ space", "/?", "/x;y=1"]))]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/%20space", "/?", "/a%20b?c=d&e=%2F", "/x;y=1"]);
    assert_eq!(record(&report, &site, "/").links, 4);
}

pub(super) fn a_long_url_is_asked_for_whole(stage: &Stage) {
    let long = format!("/{}", "long".repeat(1_900));
    let site = site([("/", Answer::links([&long])), (&long, Answer::links(["/behind"]))]);
    stage.crawl(&site, defaults);
    assert_eq!((site.hits(&long), site.hits("/behind")), (1, 1));
}
