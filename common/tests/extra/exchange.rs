//! The bytes that a fetch keeps for an archive.

use common::extra::archive::{Archive, Exchange};
use common::fetch::http::MAX_HEAD;
use common::{Attempt, Options, Services};
use common_fuzz::web::attempt;

/// Starts a fetch whose bytes are kept, and sends its request.
fn archived(options: Options) -> Attempt {
    let mut services = Services::new(options);
    services.archive = Some(Archive::new(|_, _| ()));
    let attempt = attempt(services);
    attempt.request();
    attempt
}

/// Receives these pieces of an answer, and then its end. Returns the exchange.
fn exchange<'a>(attempt: &Attempt, pieces: impl IntoIterator<Item = &'a [u8]>) -> Option<Box<Exchange>> {
    let mut decoder = attempt.decoder();
    let decoded = pieces
        .into_iter()
        .chain([&b""[..]])
        .find_map(|piece| attempt.decode(&mut decoder, piece).expect("an acceptable answer"));
    attempt.finish(decoded.expect("a complete answer")).exchange
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
        (&chunked("0\n\r\n"), None),
        // What comes behind an answer belongs to none, and an interim answer is another message.
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            Some("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ),
        (&format!("{empty_chunked}HTTP/1.1 200 OK\r\n\r\n"), Some(&*empty_chunked)),
        (
            &format!("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n\r\n{empty_chunked}"),
            Some(&*empty_chunked),
        ),
    ] {
        for size in 1..=sent.len() {
            let attempt = archived(Options::new([]));
            let request = attempt.request();
            let exchange = exchange(&attempt, sent.as_bytes().chunks(size)).expect("an exchange");
            let found = String::from_utf8(exchange.answer).expect("ASCII");
            assert_eq!(found, kept.unwrap_or(sent), "in pieces of {size} bytes");
            assert_eq!(exchange.request, request);
        }
    }
}

#[test]
fn only_the_last_try_is_kept() {
    let attempt = archived(Options::new([]));
    attempt.decode(&mut attempt.decoder(), b"HTTP/1.0 200 OK\r\nX-Try: 1").expect("a part of a head");
    attempt.again(attempt.timed_out()).expect("another try");
    let request = attempt.reuse().request();
    let sent = b"HTTP/1.0 200 OK\r\n\r\n";
    let exchange = exchange(&attempt, [&sent[..]]).expect("an exchange");
    assert_eq!((exchange.request, exchange.answer), (request, sent.to_vec()));
}

#[test]
fn trailers_are_left_out() {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
    for behind in ["\r\n", "A: b\r\n\r\n0\r\n\r\n", "A: b\r\nC:", ""] {
        let sent = format!("{head}{behind}");
        let exchange = exchange(&archived(Options::new([])), [sent.as_bytes()]).expect("an exchange");
        assert_eq!(String::from_utf8(exchange.answer).expect("ASCII"), format!("{head}\r\n"));
    }
}

/// Each chunk of one byte has an extension of 4,000 bytes.
#[test]
fn the_beginning_of_an_answer_is_kept_that_has_many_more_bytes_than_its_body() {
    let options = Options { max_body: 1000, ..Options::new([]) };
    let most = 2 * options.max_body + MAX_HEAD;
    for (count, truncated) in [(10, None), (100, Some("length"))] {
        let chunks = format!("1;{}\r\nx\r\n", "e".repeat(4000)).repeat(count);
        let sent = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}0\r\n\r\n");
        let pieces = || sent.as_bytes().chunks(5000);
        assert!(exchange(&attempt(options.clone()), pieces()).is_none(), "there is no archive");
        let exchange = exchange(&archived(options.clone()), pieces()).expect("an exchange");
        let kept = &sent.as_bytes()[..most.min(sent.len())];
        assert!(exchange.answer == kept && exchange.truncated == truncated, "{count}");
    }
}
