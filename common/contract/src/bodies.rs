//! Bodies: where they end.
//!
//! The request is HTTP/1.0, but some servers answer with HTTP/1.1 and chunks.

use std::time::Duration;

use common::Record;
use practice_site::Answer;

use super::Stage;
use super::tools::{kind, record, site};

/// Longer than any test waits.
const FOR_EVER: Duration = Duration::from_secs(3600);

/// Returns the record of a page with this answer, after its only try.
#[track_caller]
pub(super) fn fetched(stage: &Stage, answer: Answer) -> Record {
    let site = site([("/", answer)]);
    let mut report = stage.crawl(&site, |options| {
        options.max_tries = 1;
        options.max_body = 1000;
    });
    record(&report, &site, "/");
    report.records.remove(0)
}

/// Asserts that the answer has a body of `size` bytes.
#[track_caller]
pub(super) fn has_body(stage: &Stage, answer: Answer, size: usize) {
    let record = fetched(stage, answer);
    assert_eq!((kind(&record).as_str(), record.size), ("200", size));
}

/// Asserts that the answer fails with an error of this kind.
#[track_caller]
pub(super) fn fails(stage: &Stage, answer: Answer, expected: &str) {
    assert_eq!(kind(&fetched(stage, answer)), expected);
}

/// Returns an answer of these bytes, after which the connection stays open and silent.
fn stays_open(bytes: &str) -> Answer {
    Answer::raw(format!("{bytes}?")).in_pieces(bytes.len(), FOR_EVER)
}

pub(super) fn a_body_ends_at_its_length(stage: &Stage) {
    has_body(stage, stays_open("HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nfour"), 4);
    has_body(stage, stays_open("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"), 0);
}

pub(super) fn a_body_without_a_length_ends_with_the_connection(stage: &Stage) {
    has_body(stage, Answer::raw("HTTP/1.0 200 OK\r\n\r\nfour"), 4);
    has_body(stage, Answer::raw("HTTP/1.0 200 OK\r\n\r\n"), 0);
}

pub(super) fn bytes_after_the_body_are_ignored(stage: &Stage) {
    has_body(stage, Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nfour and more"), 4);
}

pub(super) fn a_body_short_of_its_length_is_truncated(stage: &Stage) {
    fails(stage, Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nfour"), "truncated");
    fails(stage, Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\n"), "truncated");
}

pub(super) fn a_status_without_a_body_ends_with_its_head(stage: &Stage) {
    for status in [204, 304] {
        for more in ["", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"] {
            let record = fetched(stage, stays_open(&format!("HTTP/1.1 {status} Nothing\r\n{more}\r\n")));
            assert_eq!((record.status, record.size), (Some(status), 0), "{more}");
        }
    }
}

pub(super) fn interim_answers_are_skipped(stage: &Stage) {
    let answer = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\nContent-Length: 9\r\n\r\n\
        HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour";
    has_body(stage, Answer::raw(answer), 4);
    has_body(stage, Answer::raw(answer).in_pieces(1, Duration::ZERO), 4);
    fails(stage, Answer::raw("HTTP/1.1 100 Continue\r\n\r\n"), "closed");
}

pub(super) fn the_chunks_of_a_body_are_joined(stage: &Stage) {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    has_body(stage, stays_open(&format!("{head}4\r\nfour\r\n00A;x=y\r\n and more.\r\n0\r\n\r\n")), 14);
    has_body(stage, stays_open(&format!("{head}0\r\n\r\n")), 0);
    has_body(stage, Answer::raw(format!("{head}1\r\n4\r\n0\r\nTrailer: yes\r\n\r\n")), 1);
}

pub(super) fn the_largest_body_is_accepted_and_no_larger_one(stage: &Stage) {
    for (size, fits) in [(1000, true), (1001, false)] {
        let body = "x".repeat(size);
        let chunked =
            format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{size:x}\r\n{body}\r\n0\r\n\r\n");
        let answers =
            [Answer::html(body.as_str()), Answer::html(body).without_length(), Answer::raw(chunked)];
        for answer in answers {
            if fits { has_body(stage, answer, size) } else { fails(stage, answer, "too-large") }
        }
    }
}
