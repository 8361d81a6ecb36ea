//! Connections that stay open after an answer.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::client::{HUNG, anything, connect, get, send, text};
use practice_site::Visit;

const KEEP: &str = "Connection: keep-alive\r\n";

fn ask_again(mut stream: &TcpStream, path: &str) {
    stream.write_all(format!("GET {path} HTTP/1.0\r\n{KEEP}\r\n").as_bytes()).expect("the site reads");
}

/// Returns the next answer, up to the five bytes of its body.
fn read_page(mut stream: &TcpStream) -> String {
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\nhello") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("the connection is open");
        answer.push(byte[0]);
    }
    String::from_utf8(answer).expect("a head is text")
}

#[test]
fn the_log_has_a_visit_for_each_request_on_a_connection() {
    let site = anything().start().unwrap();
    let stream = connect(&site);
    ask_again(&stream, "/a");
    assert!(read_page(&stream).contains(KEEP));
    get(&site, "/a?x");
    ask_again(&stream, "/b");
    read_page(&stream);
    assert_eq!((site.connections(), site.requests(), site.answers(), site.most_open()), (2, 3, 3, 1));
    drop(stream);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
    assert_eq!(["/a", "/a?x", "/c"].map(|path| site.hits(path)), [1, 1, 0]);
    assert_eq!(site.paths(), ["/a", "/a?x", "/b"]);
    let log = site.log();
    let seen: Vec<_> = log.iter().map(|visit| (visit.connection, visit.path.as_deref().unwrap())).collect();
    assert_eq!(seen, [(0, "/a"), (1, "/a?x"), (0, "/b")]);
    let Visit { accepted, requested, first_byte, answered, ended, .. } = log[1];
    let times = [Some(accepted), requested, first_byte, answered, ended];
    assert!(times.is_sorted() && times.iter().all(Option::is_some), "{times:?}");
    assert_eq!(log[0].ended, log[0].answered);
    assert!(Some(log[2].accepted) >= log[0].ended && log[2].ended > log[2].answered);
}

#[test]
fn a_connection_is_closed_if_the_client_asks_for_that() {
    let site = anything().start().unwrap();
    let closing = ["1.1\r\nConnection: close\r\n", "1.1\r\nConnection: Keep-Alive, Close\r\n", "1.0\r\n"];
    for rest in closing {
        let answer = text(send(&site, &format!("GET / HTTP/{rest}\r\n")));
        assert!(answer.ends_with("hello") && !answer.contains(KEEP), "{answer}");
    }
}

#[test]
fn a_pipelined_request_is_not_read_and_its_connection_is_closed() {
    let both = format!("GET /a HTTP/1.0\r\n{KEEP}\r\n").repeat(2);
    let site = anything().idle_limit(HUNG * 100).start().unwrap();
    assert!(text(send(&site, &both)).ends_with("hello"));
}
