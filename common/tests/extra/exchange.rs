//! The bytes that a fetch keeps for an archive.

use common::extra::archive::{Archive, Exchange};
use common::fetch::http::MAX_HEAD;
use common::{Attempt, Frontier, Options, Services};
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

/// The crawl does not need the body, so its fault is no error of the page.
#[test]
fn of_a_body_that_only_the_archive_needs_what_has_come_is_kept() {
    let options = Options { max_body: 1000, ..Options::new([]) };
    let image = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n";
    let redirect = "HTTP/1.1 302 Found\r\nLocation: /a\r\n";
    for (sent, why) in [
        (format!("{image}Content-Length: 9\r\n\r\ncut"), "disconnect"),
        (format!("{redirect}Transfer-Encoding: chunked\r\n\r\n5\r\nmoved\r\n"), "disconnect"),
        (format!("{image}Content-Length: 10000000000\r\n\r\n{}", "x".repeat(1001)), "length"),
        (format!("{image}Content-Encoding: br\r\n\r\n{}", "x".repeat(1001)), "length"),
        (format!("{redirect}Transfer-Encoding: chunked\r\n\r\nno size\r\n"), "unspecified"),
        (format!("HTTP/1.1 403 Forbidden\r\nContent-Length: 1, 2\r\n\r\n{}", "x".repeat(1001)), "length"),
        (format!("HTTP/1.1 100 Continue\r\n\r\n{image}\r\na stream"), "time"),
    ] {
        for size in [7, sent.len()] {
            let attempt = archived(options.clone());
            let mut decoder = attempt.decoder();
            let mut pieces = sent.as_bytes().chunks(size).chain((why != "time").then_some(&b""[..]));
            let decoded = pieces.try_for_each(|piece| attempt.decode(&mut decoder, piece).map(|_| ()));
            let error = decoded.err().unwrap_or_else(|| attempt.timed_out());
            let answer = error.answer.as_deref().expect("the head is the answer");
            let exchange = answer.exchange.as_deref().expect("an exchange");
            let found = (String::from_utf8_lossy(&exchange.answer), exchange.truncated);
            assert_eq!(found, (sent.trim_start_matches("HTTP/1.1 100 Continue\r\n\r\n").into(), Some(why)));
            let services = Services::new(Options::new([(*error.url).clone()]));
            let mut frontier = Frontier::new(&services.options);
            let root = frontier.roots().remove(0);
            let outcome = services.outcome(&root, Err(error));
            frontier.settle(root, outcome);
            let record = frontier.finish().records.remove(0);
            assert_eq!((record.status.is_some(), record.error.is_none()), (true, true), "{sent}");
        }
    }
}

#[test]
fn a_page_whose_body_fails_is_no_answer_with_an_archive_either() {
    for sent in [
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\ncut",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut",
        "HTTP/1.1 302 Found\r\nLocation: /a\r\n",
    ] {
        let attempt = archived(Options::new([]));
        let mut decoder = attempt.decoder();
        attempt.decode(&mut decoder, sent.as_bytes()).expect("a part of an answer");
        let error = attempt.decode(&mut decoder, b"").expect_err("it is cut");
        assert!(error.answer.is_none(), "{sent}");
    }
}
