//! How fast answers are decoded: bodies of every framing, and heads alone.
//!
//!     cargo bench -p common --bench decoder

use common::{Decoder, Response};
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

const BODY: usize = 8 << 20;
/// The bytes of one read.
const READ: usize = 64 << 10;

fn main() {
    divan::main();
}

#[divan::bench]
fn until_the_end(bencher: Bencher<'_, '_>) {
    over(bencher, "", vec![b'x'; BODY]);
}

#[divan::bench]
fn with_a_length(bencher: Bencher<'_, '_>) {
    over(bencher, &format!("Content-Length: {BODY}\r\n"), vec![b'x'; BODY]);
}

#[divan::bench(args = [16, 1 << 10, 64 << 10])]
fn in_chunks(bencher: Bencher<'_, '_>, size: usize) {
    let chunk = format!("{size:x}\r\n{}\r\n", "x".repeat(size));
    over(bencher, "Transfer-Encoding: chunked\r\n", (chunk.repeat(BODY / size) + "0\r\n\r\n").into_bytes());
}

/// Decodes the head of a common server, byte by byte and in one piece.
#[divan::bench(args = [1, READ])]
fn heads(bencher: Bencher<'_, '_>, read: usize) {
    let headers = "Server: nginx\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: text/html\r\n\
                   Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT\r\nETag: \"0123456789abcdef\"\r\n\
                   Accept-Ranges: bytes\r\nConnection: close\r\nContent-Length: 0\r\n";
    let answer = answer(headers, &[]);
    bencher.counter(ItemsCount::new(1_usize)).bench(|| decode(&answer, read));
}

fn over(bencher: Bencher<'_, '_>, headers: &str, body: Vec<u8>) {
    let answer = answer(headers, &body);
    bencher.counter(BytesCount::new(answer.len())).bench(|| decode(&answer, READ));
}

fn answer(headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\n{headers}\r\n");
    [head.as_bytes(), body].concat()
}

fn decode(answer: &[u8], read: usize) -> Response {
    let mut decoder = Decoder::new(BODY);
    for bytes in answer.chunks(read).chain([&[][..]]) {
        if let Some(response) = decoder.decode(bytes).expect("the answer is good") {
            return response;
        }
    }
    unreachable!("the answer ends with the stream")
}
