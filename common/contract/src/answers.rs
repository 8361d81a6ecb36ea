//! Answers: in which pieces they come, where they end, and which are refused.

use std::time::Duration;

use practice_site::Answer;

use super::Stage;
use super::tools::kind;

/// Longer than any test waits.
const FOR_EVER: Duration = Duration::from_secs(3600);

/// Asserts that each answer has an outcome, an error or a status, and a body of this size, at the only try.
#[track_caller]
fn assert_come_to<const N: usize>(stage: &Stage, cases: [(Answer, &str, usize); N]) {
    let expected = cases.each_ref().map(|(_, outcome, size)| ((*outcome).to_owned(), *size));
    let (_, records) = stage.crawl_each(cases.map(|(answer, ..)| answer), |options| {
        options.max_tries = 1;
        options.max_body = 1000;
    });
    let fetched: Vec<_> = records.iter().map(|record| (kind(record), record.size)).collect();
    assert_eq!(fetched, expected);
}

/// Returns an answer of these bytes, after which the connection stays open and silent.
fn stays_open(bytes: &str) -> Answer {
    Answer::raw(format!("{bytes}?")).in_pieces(bytes.len(), FOR_EVER)
}

/// The connection stays open, so a crawl that read on would time out. `Connection: close` keeps a crawl with keep-alive
/// from sending another request on it, which would get no answer.
pub(super) fn an_answer_is_over_at_its_end_and_not_at_that_of_the_connection(stage: &Stage) {
    let chunked = "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    let unchanged = "HTTP/1.1 304 Not Modified\r\nConnection: close\r\nContent-Length: 5\r\n\r\n";
    let nothing = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
    assert_come_to(
        stage,
        [
            (stays_open("HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nfour"), "200", 4),
            (stays_open("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"), "200", 0),
            (stays_open(&format!("{chunked}4\r\nfour\r\n00A;x=y\r\n and more.\r\n0\r\n\r\n")), "200", 14),
            (stays_open(unchanged), "304", 0),
            (stays_open(nothing), "204", 0),
            (stays_open("220 mail.site.test ESMTP\r\n"), "bad-response", 0),
        ],
    );
}

pub(super) fn the_end_of_the_connection_ends_an_answer(stage: &Stage) {
    assert_come_to(
        stage,
        [
            (Answer::raw("HTTP/1.0 200 OK\r\n\r\nfour"), "200", 4),
            (Answer::raw("HTTP/1.0 200 OK\r\n\r\n"), "200", 0),
            (Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nfour and more"), "200", 4),
            (Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nfour"), "truncated", 0),
            (Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n"), "closed", 0),
            (Answer::raw("HTTP/1.1 100 Continue\r\n\r\n"), "closed", 0),
            (Answer::raw(""), "closed", 0),
        ],
    );
}
