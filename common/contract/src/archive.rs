//! Archive: the crawl hands on the bytes of each fetch.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::crawl::options::Hook;
use practice_site::Answer;

use super::Stage;
use super::tools::{pages_of, start};

/// Answers of every framing, by their paths: by length, in chunks, to the end of the connection, without a body.
pub const ANSWERS: [(&str, &[u8]); 6] = [
    ("/", b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=1><a href=2><a href=3><a href=4><a href=5>"),
    ("/1", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3;x=y\r\ntwo\r\n0\r\n\r\n"),
    ("/2", b"HTTP/1.1 404 Not Found\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00"),
    ("/3", b"HTTP/1.1 302 Found\r\nLocation: /1\r\nContent-Length: 0\r\n\r\n"),
    ("/4", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    ("/5", b"HTTP/1.1 204 No Content\r\n\r\n"),
];

pub(super) fn an_archive_has_what_the_server_has_read_and_sent(stage: &Stage) {
    let site =
        start(pages_of(ANSWERS.map(|(path, wire)| (path, Answer::raw(wire).in_pieces(1, Duration::ZERO)))));
    let kept = Arc::new(Mutex::new(BTreeMap::new()));
    let archive = Arc::clone(&kept);
    stage.crawl(&site, |options| {
        options.archive = Some(Hook::new(move |url, response| {
            let exchange = response.exchange.as_deref().expect("it is kept");
            let request = format!("GET {} HTTP/1.0\r\n", url.path());
            assert!(exchange.request.starts_with(request.as_bytes()));
            let via = exchange.via.as_ref().map(|via| via.path());
            assert_eq!(via, (url.path() != "/").then_some("/"));
            archive.lock().expect("no panic").insert(url.path().to_owned(), exchange.answer.clone());
        }));
    });
    let sent = ANSWERS.map(|(path, wire)| (path.to_owned(), wire.to_vec()));
    assert_eq!(*kept.lock().expect("no panic"), BTreeMap::from(sent));
}
