//! One read is not one message: the server sends its answer in two pieces.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use practice_site::{Answer, Site};

demos::main!(wrong, fixed);

fn wrong() {
    receive(|mut stream| {
        read(&mut stream);
    });
}

fn fixed() {
    receive(|mut stream| while read(&mut stream) > 0 {});
}

/// Reads once into a buffer that has room for the whole answer.
fn read(stream: &mut TcpStream) -> usize {
    let mut buffer = [0; 1024];
    let count = stream.read(&mut buffer).unwrap();
    println!("{count} bytes: {:?}", String::from_utf8_lossy(&buffer[..count]));
    count
}

/// Asks for a page that comes in pieces of 22 bytes, half a second apart.
fn receive(read: fn(TcpStream)) {
    let answer = Answer::raw("HTTP/1.0 200 OK\r\n\r\nHello.").in_pieces(22, Duration::from_millis(500));
    let site = Site::builder().page("/", answer).start().unwrap();
    let mut stream = TcpStream::connect(site.address()).unwrap();
    stream.write_all(b"GET / HTTP/1.0\r\n\r\n").unwrap();
    read(stream);
}
