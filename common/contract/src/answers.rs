//! Answers: where they end.

use std::time::Duration;

use practice_site::Answer;

use super::Stage;
use super::running::LONG;

/// Returns an answer of these bytes, after which the connection stays open and silent.
fn stays_open(bytes: &str) -> Answer {
    Answer::raw(format!("{bytes}?")).in_pieces(bytes.len(), LONG)
}

/// Where the connection stays open, a crawl that read on would time out. `Connection: close` keeps a crawl with keep-alive
/// from sending another request on it, which would get no answer.
pub fn an_answer_is_over_where_it_says_or_at_the_end_of_the_connection(stage: &Stage) {
    let chunked = "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    let unchanged = "HTTP/1.1 304 Not Modified\r\nConnection: close\r\nContent-Length: 5\r\n\r\n";
    let nothing = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
    stage.assert_come_to(
        [
            (stays_open("HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nfour"), "200", 4),
            (stays_open("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"), "200", 0),
            (stays_open(&format!("{chunked}4\r\nfour\r\n00A;x=y\r\n and more.\r\n0\r\n\r\n")), "200", 14),
            (stays_open(unchanged), "304", 0),
            (stays_open(nothing), "204", 0),
            (stays_open("220 mail.site.test ESMTP\r\n"), "bad-response", 0),
            (Answer::raw("HTTP/1.0 200 OK\r\n\r\nfour"), "200", 4),
            (Answer::html("four").in_pieces(1, Duration::from_micros(10)), "200", 4),
            (Answer::html("huge".repeat(1 << 18)).without_length(), "200", 1 << 20),
            (Answer::raw("HTTP/1.0 200 OK\r\n\r\n"), "200", 0),
            (Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nfour and more"), "200", 4),
            (Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nfour"), "truncated", 0),
            (Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n"), "closed", 0),
            (Answer::raw("HTTP/1.1 100 Continue\r\n\r\n"), "closed", 0),
            (Answer::raw(""), "closed", 0),
        ],
        |record| record.size,
        |options| options.max_tries = 1,
    );
}
