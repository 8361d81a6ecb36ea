//! A busy loop: a read that would block is tried again at once. The fix is to block.
//!
//!     cargo run -p demos --bin busy_loop
//!     cargo run -p demos --bin busy_loop -- fixed

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use practice_site::{Answer, Site};

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    receive(true);
}

fn fixed() {
    receive(false);
}

/// Asks for a page that takes 250 ms, and counts the reads.
fn receive(is_nonblocking: bool) {
    let answer = Answer::html("Hello.").after(Duration::from_millis(250));
    let site = Site::builder().page("/", answer).start().unwrap();
    let mut stream = TcpStream::connect(site.address()).unwrap();
    stream.write_all(b"GET / HTTP/1.0\r\n\r\n").unwrap();
    stream.set_nonblocking(is_nonblocking).unwrap();
    let (mut for_nothing, mut with_bytes) = (0, 0);
    loop {
        match stream.read(&mut [0; 1024]) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => for_nothing += 1,
            Ok(0) => break,
            read => with_bytes += u32::from(read.is_ok()),
        }
    }
    println!("{for_nothing} reads returned WouldBlock, {with_bytes} returned bytes");
}
