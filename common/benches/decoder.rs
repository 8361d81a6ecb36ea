//! How fast answers are decoded: bodies of every framing, and heads alone.
//!
//!     cargo bench -p common --bench decoder

mod timing;

use common::{Decoder, Response};

const BODY: usize = 8 << 20;
/// The bytes of one read.
const READ: usize = 64 << 10;

fn main() {
    over("until the end", "", &[b'x'; BODY]);
    over("with a length", &format!("Content-Length: {BODY}\r\n"), &[b'x'; BODY]);
    for size in [16, 1 << 10, 64 << 10] {
        let chunk = format!("{size:x}\r\n{}\r\n", "x".repeat(size));
        let body = chunk.repeat(BODY / size) + "0\r\n\r\n";
        over(&format!("in chunks of {size}"), "Transfer-Encoding: chunked\r\n", body.as_bytes());
    }
    // The head of a common server, in one piece and byte by byte.
    let headers = "Server: nginx\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: text/html\r\n\
                   Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT\r\nETag: \"0123456789abcdef\"\r\n\
                   Accept-Ranges: bytes\r\nConnection: close\r\nContent-Length: 0\r\n";
    let head = answer(headers, &[]);
    timing::time("a head", head.len(), || decode(&head, READ));
    timing::time("a head, byte by byte", head.len(), || decode(&head, 1));
}

fn over(name: &str, headers: &str, body: &[u8]) {
    let answer = answer(headers, body);
    timing::time(name, answer.len(), || decode(&answer, READ));
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
