//! The bytes that a fetch keeps for an archive, and what led to its URL.

use std::collections::BTreeMap;
use std::sync::Arc;

use common::crawl::options::Hook;
use common::crawl::target::Kind;
use common::fetch::http::{Exchange, MAX_HEAD};
use common::{Attempt, Cause, Frontier, Options};

mod fetching;
mod web;

use fetching::attempt;
use web::{answer, options, outcome, page, redirect};

const SENT: &[u8] = b"HTTP/1.0 200 OK\r\n\r\n";

fn archived(options: Options) -> Options {
    Options { archive: Some(Hook::new(|_, _| ())), ..options }
}

/// Receives these pieces of an answer, and then its end. Returns the exchange.
fn exchange<'a>(attempt: &Attempt, pieces: impl IntoIterator<Item = &'a [u8]>) -> Option<Box<Exchange>> {
    let mut decoder = attempt.decoder();
    let decoded = pieces
        .into_iter()
        .chain([&b""[..]])
        .find_map(|piece| attempt.decode(&mut decoder, piece).expect("an acceptable answer"));
    attempt.response(decoded.expect("a complete answer")).exchange
}

#[test]
fn the_answer_is_kept_as_it_was_sent_whatever_its_pieces() {
    const CHUNKED: &str = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunked = |body: &str| format!("{CHUNKED}{body}");
    let empty_chunked = chunked("0\r\n\r\n");
    for (sent, kept) in [
        ("HTTP/1.0 200 OK\r\n\r\nto the end\n", None),
        ("HTTP/1.0 200 OK\nContent-Length: 5\n\nab\r\n0", None),
        ("HTTP/1.1 404 Not Found\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x7f", None),
        ("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n", None),
        ("HTTP/1.1 204 No Content\r\n\r\n", None),
        (&empty_chunked, None),
        (&chunked("5\r\na\n0\r\n\r\n3;x=\"0\"\r\nabc\r\n0\r\n\r\n"), None),
        (&chunked("1\r\nx\r\n000;last\r\n\r\n"), None),
        // What comes behind an answer belongs to none, and an interim answer is another message.
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            Some("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ),
        (
            &format!("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n\r\n{empty_chunked}"),
            Some(&*empty_chunked),
        ),
    ] {
        for size in 1..=sent.len() {
            let attempt = attempt(&archived(Options::new([])));
            let request = attempt.request();
            let exchange = exchange(&attempt, sent.as_bytes().chunks(size)).expect("an exchange");
            let found = String::from_utf8(exchange.answer).expect("ASCII");
            assert_eq!(found, kept.unwrap_or(sent), "in pieces of {size} bytes");
            assert_eq!((exchange.request, exchange.is_cut), (request, false));
        }
    }
}

#[test]
fn only_the_last_try_is_kept() {
    let attempt = attempt(&archived(Options::new([])));
    attempt.request();
    attempt.decode(&mut attempt.decoder(), b"HTTP/1.0 200 OK\r\nX-Try: 1").expect("a part of a head");
    attempt.again(attempt.error(Cause::Closed)).expect("another try");
    let request = attempt.persistent_request();
    let exchange = exchange(&attempt, [SENT]).expect("an exchange");
    assert_eq!((exchange.request, exchange.answer), (request, SENT.to_vec()));
}

/// Each chunk of one byte has an extension of 4,000 bytes.
#[test]
fn a_bounded_number_of_bytes_is_kept() {
    let attempt = attempt(&archived(Options { max_body: 1000, ..Options::new([]) }));
    attempt.request();
    let chunk = format!("1;{}\r\nx\r\n", "e".repeat(4000));
    let sent = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n", chunk.repeat(100));
    let exchange = exchange(&attempt, sent.as_bytes().chunks(5000)).expect("an exchange");
    assert!(exchange.is_cut && exchange.answer.len() == MAX_HEAD + 2 * 1000);
}

#[test]
fn without_an_archive_and_of_a_robots_txt_nothing_is_kept() {
    let plain = options(&["/"]);
    let robots = archived(Options { obey_robots: true, ..plain.clone() });
    for options in [plain, robots] {
        let target = Frontier::new(&options).roots().remove(0);
        let attempt = Attempt::first(&target, &Arc::new(options));
        attempt.request();
        assert_eq!(exchange(&attempt, [SENT]), None, "{target:?}");
    }
}

/// A page that waits for a robots.txt keeps what led to it.
#[test]
fn a_target_says_what_led_to_it_first() {
    let options = Options { obey_robots: true, lenient: true, ..options(&["/", "/z"]) };
    let mut frontier = Frontier::new(&options);
    let (mut targets, mut found) = (frontier.roots(), BTreeMap::new());
    while !targets.is_empty() {
        let target = targets.remove(0);
        let response = match target.url.path() {
            "/robots.txt" => answer(404, ""),
            "/" => page(&["/moved", "http://www.site.example/b"]),
            "/moved" => redirect("/a"),
            "/z" => page(&["/a"]),
            _ => page(&[]),
        };
        if target.kind == Kind::Page {
            let via = target.via.as_ref().map_or("", |via| via.path()).to_owned();
            found.insert(target.url.path().to_owned(), via);
        }
        let outcome = outcome(&target, response, &options);
        targets.extend(frontier.settle(target, outcome));
    }
    let expected = [("/", ""), ("/a", "/z"), ("/b", "/"), ("/moved", "/"), ("/z", "")];
    assert_eq!(found, expected.map(|(path, via)| (path.to_owned(), via.to_owned())).into());
}
