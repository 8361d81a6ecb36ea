//! Bodies: where they end.
//!
//! HTTP/1.0 was asked for, but not all servers care. What is sent here is sent as it stands, head and body.

use std::time::Duration;

use common::Record;
use practice_site::Answer;

use super::Stage;
use super::tools::{kind, record, site};

/// So long that nobody waits for what follows it.
const FOR_EVER: Duration = Duration::from_secs(3600);

/// What becomes of a page that is answered like this, on its only try.
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

/// The answer has a body of `size` bytes.
#[track_caller]
pub(super) fn has_body(stage: &Stage, answer: Answer, size: usize) {
    let record = fetched(stage, answer);
    assert_eq!((kind(&record).as_str(), record.size), ("200", size));
}

/// The answer fails in this way.
#[track_caller]
pub(super) fn fails(stage: &Stage, answer: Answer, expected: &str) {
    assert_eq!(kind(&fetched(stage, answer)), expected);
}

/// An answer of these bytes, after which the connection stays open and nothing comes.
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

pub(super) fn what_follows_the_body_is_ignored(stage: &Stage) {
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

pub(super) fn what_is_sent_before_the_answer_is_skipped(stage: &Stage) {
    let answer = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\nContent-Length: 9\r\n\r\n\
        HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour";
    has_body(stage, Answer::raw(answer), 4);
    has_body(stage, Answer::raw(answer).in_pieces(1, Duration::ZERO), 4);
    fails(stage, Answer::raw("HTTP/1.1 100 Continue\r\n\r\n"), "closed");
}

pub(super) fn a_chunked_body_is_put_together(stage: &Stage) {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    has_body(stage, stays_open(&format!("{head}4\r\nfour\r\n00A;x=y\r\n and more.\r\n0\r\n\r\n")), 14);
    has_body(stage, stays_open(&format!("{head}0\r\n\r\n")), 0);
    has_body(stage, Answer::raw(format!("{head}1\r\n4\r\n0\r\nTrailer: yes\r\n\r\n")), 1);
}

pub(super) fn the_chunks_count_and_not_the_length(stage: &Stage) {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\nContent-Length: 99\r\n\r\n";
    has_body(stage, stays_open(&format!("{head}4\r\nfour\r\n0\r\n\r\n")), 4);
}

pub(super) fn a_chunked_body_cut_short_is_truncated(stage: &Stage) {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for body in ["", "4", "4\r\n", "4\r\nfo", "4\r\nfour", "4\r\nfour\r\n", "4\r\nfour\r\n0"] {
        fails(stage, Answer::raw(format!("{head}{body}")), "truncated");
    }
}

pub(super) fn chunks_that_make_no_sense_are_a_bad_response(stage: &Stage) {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for body in ["four\r\n", "-4\r\nfour\r\n", "\r\n\r\n", "2\r\nfour\r\n0\r\n\r\n", "0x4\r\nfour\r\n"] {
        fails(stage, Answer::raw(format!("{head}{body}")), "bad-response");
    }
    let unknown = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nfour";
    fails(stage, Answer::raw(unknown), "bad-response");
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

pub(super) fn a_length_that_is_too_large_is_refused_before_the_body_comes(stage: &Stage) {
    for length in ["1001", "1000000000000", "99999999999999999999999999"] {
        fails(
            stage,
            stays_open(&format!("HTTP/1.0 200 OK\r\nContent-Length: {length}\r\n\r\n")),
            "too-large",
        );
    }
}

pub(super) fn a_body_without_an_end_is_too_large(stage: &Stage) {
    fails(stage, Answer::endless(), "too-large");
}

pub(super) fn a_length_must_be_one_number(stage: &Stage) {
    for length in ["-4", "+4", "4 4", "0x4", "four", "", "4.0", "4, 5", "4\r\nContent-Length: 5"] {
        let answer = format!("HTTP/1.0 200 OK\r\nContent-Length: {length}\r\n\r\nfour");
        let record = fetched(stage, Answer::raw(answer));
        assert_eq!(kind(&record), "bad-response", "{length:?}");
    }
}

pub(super) fn the_same_length_twice_is_one(stage: &Stage) {
    has_body(stage, Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 4, 4\r\n\r\nfour"), 4);
    let twice = "HTTP/1.0 200 OK\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nfour";
    has_body(stage, Answer::raw(twice), 4);
}
