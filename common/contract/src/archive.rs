//! Archive: the crawl hands on the bytes of each fetch.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::thread;

use common::crawl::options::Hook;
use test_tools::socket::listener;
use url::Url;

use super::Stage;
use super::tools::site;

/// Answers of every framing: by length, in chunks, to the end of the connection, without a body.
const ANSWERS: [(&str, &[u8]); 6] = [
    ("/", b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=1><a href=2><a href=3><a href=4><a href=5>"),
    ("/1", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3;x=y\r\ntwo\r\n0\r\n\r\n"),
    ("/2", b"HTTP/1.1 404 Not Found\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00"),
    ("/3", b"HTTP/1.1 302 Found\r\nLocation: /1\r\nContent-Length: 0\r\n\r\n"),
    ("/4", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    ("/5", b"HTTP/1.1 204 No Content\r\n\r\n"),
];

/// A request and its answer, by the path.
type Exchanges = Mutex<BTreeMap<String, [Vec<u8>; 2]>>;

/// Reads a request, and answers it one byte at a time.
fn serve(mut stream: TcpStream, seen: &Exchanges) {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if stream.read(&mut byte).unwrap_or(0) == 0 {
            return;
        }
        request.extend(byte);
    }
    let text = String::from_utf8_lossy(&request);
    let path = text.split(' ').nth(1).unwrap_or_default().to_owned();
    let answer = ANSWERS
        .into_iter()
        .find_map(|(of, answer)| (of == path).then_some(answer))
        .expect("a path of the list");
    seen.lock().expect("no test panics with it").insert(path, [request, answer.to_vec()]);
    for byte in answer {
        stream.write_all(&[*byte]).expect("the crawler reads its answer");
    }
}

pub(super) fn an_archive_has_what_the_server_has_read_and_sent(stage: &Stage) {
    let (listener, address) = listener();
    let (seen, kept) = (Arc::new(Exchanges::default()), Arc::new(Exchanges::default()));
    let on_server = Arc::clone(&seen);
    thread::spawn(move || listener.incoming().flatten().for_each(|stream| serve(stream, &on_server)));
    let archive = Arc::clone(&kept);
    stage.crawl(&site([]), |options| {
        options.roots = vec![Url::parse(&format!("http://{address}/")).expect("a URL")];
        options.archive = Some(Hook::new(move |url, response| {
            let exchange = response.exchange.as_deref().expect("it is kept").clone();
            assert_eq!((exchange.address, exchange.is_cut), (Some(address.ip()), false));
            let via = exchange.via.map(|via| via.path().to_owned());
            assert_eq!(via.as_deref(), (url.path() != "/").then_some("/"));
            let bytes = [exchange.request, exchange.answer];
            archive.lock().expect("no test panics with it").insert(url.path().into(), bytes);
        }));
    });
    let [seen, kept] = [seen, kept].map(|of| of.lock().expect("no test panics with it").clone());
    assert_eq!((seen.len(), &kept), (ANSWERS.len(), &seen));
}
