//! A read with a deadline: at the deadline, the bytes that were read are dropped with the future.

use std::io::Write;
use std::net;
use std::time::{Duration, Instant};

use stage3_futures::stream::TcpStream;
use stage3_futures::timer::Timeout;

demos::main!(wrong, fixed);

fn wrong() {
    demos::block_on(async |reactor| {
        let (client, mut server) = demos::connection();
        let stream = TcpStream::new(&reactor, client);
        send(&mut server, "Hel");
        loop {
            let read = Box::pin(read_line(&stream));
            match Timeout::until(&reactor, Instant::now() + Duration::from_millis(100), read).await {
                Ok(line) => return println!("the client has the line {line:?}"),
                Err(_) => println!("the client has no line yet, and tries again"),
            }
            send(&mut server, "lo\n");
        }
    });
}

/// Reads up to the end of a line.
async fn read_line(stream: &TcpStream) -> String {
    let mut line = Vec::new();
    while !line.ends_with(b"\n") {
        line.extend_from_slice(&stream.read_chunk().await.unwrap());
    }
    String::from_utf8(line).unwrap()
}

fn fixed() {
    demos::block_on(async |reactor| {
        let (client, mut server) = demos::connection();
        let stream = TcpStream::new(&reactor, client);
        send(&mut server, "Hel");
        let mut line = Vec::new();
        loop {
            let read = Box::pin(read_line_into(&mut line, &stream));
            match Timeout::until(&reactor, Instant::now() + Duration::from_millis(100), read).await {
                Ok(()) => break,
                Err(_) => println!("the client has no line yet, and tries again"),
            }
            send(&mut server, "lo\n");
        }
        println!("the client has the line {:?}", String::from_utf8(line).unwrap());
    });
}

/// Reads up to the end of a line. What was read stays in `line` if the future is dropped.
async fn read_line_into(line: &mut Vec<u8>, stream: &TcpStream) {
    while !line.ends_with(b"\n") {
        line.extend_from_slice(&stream.read_chunk().await.unwrap());
    }
}

fn send(server: &mut net::TcpStream, bytes: &str) {
    println!("the server sends {bytes:?}");
    server.write_all(bytes.as_bytes()).unwrap();
}
