//! Answers: where they end.

use std::time::Duration;

use practice_site::Answer;

use super::Stage;
use super::running::LONG;
use super::tools::page;

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

/// What a redirect, an error or a download says is in its head, whatever becomes of its body.
pub fn the_head_is_the_answer_where_no_link_is_looked_for(stage: &Stage) {
    let moved = "HTTP/1.1 302 Found\r\nLocation: /0\r\nConnection: close\r\n";
    let cut = "Transfer-Encoding: chunked\r\n\r\n5\r\nmoved\r\n";
    let large = "x".repeat(3000);
    stage.assert_come_to(
        [
            (page(), "200", 1),
            // tiny_httpd 62, requests 6407, cpython 25705: a redirect that stays open.
            (stays_open(&format!("{moved}\r\n")), "302", 1),
            // scarf-sh/gateway 20: a redirect that is cut.
            (Answer::raw(format!("{moved}Content-Length: 500\r\n\r\nmoved")), "302", 1),
            (Answer::raw(format!("{moved}{cut}")), "302", 1),
            (Answer::raw(format!("{moved}Content-Length: 3000\r\n\r\n{large}")), "302", 1),
            (Answer::raw("HTTP/1.1 403 Forbidden\r\nContent-Length: 500\r\n\r\ncut"), "403", 1),
            // linkchecker 80, magda 1680: a download over the limit.
            (Answer::body("application/octet-stream", &*large), "200", 1),
            (Answer::body("Application/PDF", &*large).without_length(), "200", 1),
            (stays_open("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n"), "200", 1),
            (Answer::body("text/event-stream", &*large).header("Content-Encoding", "br"), "200", 1),
            (Answer::body("text/html", &*large), "too-large", 1),
            (Answer::endless(), "too-large", 1),
            (Answer::html("a page").header("Content-Encoding", "br"), "content-encoding", 1),
        ],
        |record| record.tries as usize,
        |options| options.max_body = 2000,
    );
}
