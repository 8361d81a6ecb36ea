//! Heads: which are read, and which are refused.

use std::time::Duration;

use practice_site::Answer;

use super::Stage;
use super::bodies::fails;
use super::tools::{defaults, record, site};

pub(super) fn an_answer_may_arrive_in_any_pieces(stage: &Stage) {
    let links = || Answer::html("<a href='/a?x=1&amp;y=\u{e9}'></a>");
    for size in [1, 2, 3, 5, 7, 16, 31] {
        let site = site([("/", links().in_pieces(size, Duration::from_micros(10)))]);
        stage.crawl(&site, defaults);
        assert_eq!(site.paths(), ["/", "/a?x=1&y=%C3%A9"], "in pieces of {size}");
    }
}

pub(super) fn an_answer_in_another_protocol_is_a_bad_response(stage: &Stage) {
    for answer in
        ["\u{7f}ELF\r\n\r\n", "<!DOCTYPE html><p>Hello", "SSH-2.0-OpenSSH\r\n", "HTTP/1.0 OK\r\n\r\n"]
    {
        fails(stage, Answer::raw(answer), "bad-response");
    }
}

/// The first byte is enough to refuse garbage, so its end is not awaited.
pub(super) fn garbage_is_a_bad_response_before_its_end(stage: &Stage) {
    let greeting = "220 mail.site.test ESMTP\r\n?";
    fails(
        stage,
        Answer::raw(greeting).in_pieces(greeting.len() - 1, Duration::from_secs(3600)),
        "bad-response",
    );
}

pub(super) fn a_later_version_and_a_repeated_type_are_read(stage: &Stage) {
    let head = "HTTP/1.2 200 OK\r\nContent-Type: text/html, text/html\r\n\r\n";
    let site = site([("/", Answer::raw(format!("{head}<a href=/a></a>"))), ("/a", Answer::html(""))]);
    stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/a"]);
}

pub(super) fn an_answer_that_ends_in_its_head_is_closed(stage: &Stage) {
    for answer in ["", "HTTP", "HTTP/1.0 200 OK\r\n", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n"] {
        fails(stage, Answer::raw(answer), "closed");
    }
}

pub(super) fn a_head_without_an_end_is_too_large(stage: &Stage) {
    fails(stage, Answer::endless_head(), "too-large");
}

/// Only characters that a URL may not have are percent-encoded.
pub(super) fn a_url_is_percent_encoded_only_where_it_must_be(stage: &Stage) {
    let site = site([("/", Answer::links(["/a%20b?c=d&e=%2F", "/ space", "/?", "/x;y=1"]))]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/%20space", "/?", "/a%20b?c=d&e=%2F", "/x;y=1"]);
    assert_eq!(record(&report, &site, "/").links, 4);
}
