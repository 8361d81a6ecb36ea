//! Archive: the crawl hands on the bytes of each fetch, and what led to it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::extra::archive::Archive;
use common::{Options, Services};
use practice_site::Answer;

use super::Stage;
use super::tools::{pages_of, start};

/// Answers of every framing: by length, in chunks, to the end of the connection, without a body. Each has the path and what
/// leads to it.
pub const ANSWERS: [(&str, Option<&str>, &[u8]); 6] = [
    (
        "/",
        None,
        b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=1><a href=2><a href=3><a href=4>",
    ),
    (
        "/1",
        Some("/"),
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3;x=y\r\ntwo\r\n0\r\n\r\n",
    ),
    (
        "/2",
        Some("/"),
        b"HTTP/1.1 404 Not Found\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
    ),
    ("/3", Some("/"), b"HTTP/1.1 302 Found\r\nLocation: /moved\r\nContent-Length: 0\r\n\r\n"),
    ("/4", Some("/"), b"HTTP/1.1 204 No Content\r\n\r\n"),
    ("/moved", Some("/3"), b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
];

pub fn an_archive_has_what_the_server_has_read_and_sent(stage: &Stage) {
    let in_pieces = |wire| Answer::raw(wire).in_pieces(1, Duration::ZERO);
    let site = start(pages_of(ANSWERS.map(|(path, _, wire)| (path, in_pieces(wire)))));
    let kept = Arc::new(Mutex::new(BTreeMap::new()));
    let archive = Arc::clone(&kept);
    // A robots.txt is no page, so the archive has none.
    let mut services = Services::new(Options { obey_robots: true, ..Options::new([site.url("/")]) });
    services.archive = Some(Archive::new(move |url, response| {
        let exchange = response.exchange.as_deref().expect("it is kept");
        let request = format!("GET {} HTTP/1.0\r\n", url.path());
        assert!(exchange.request.starts_with(request.as_bytes()));
        let via = exchange.via.as_ref().map(|via| via.path().to_owned());
        let mut archive = archive.lock().expect("no panic");
        archive.insert(url.path().to_owned(), (exchange.answer.clone(), via));
    }));
    stage.begin_with(&site, services).finish();
    let expected =
        ANSWERS.map(|(path, via, wire)| (path.to_owned(), (wire.to_vec(), via.map(str::to_owned))));
    assert_eq!(*kept.lock().expect("no panic"), BTreeMap::from(expected));
}
