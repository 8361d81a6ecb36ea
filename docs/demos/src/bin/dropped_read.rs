//! A read with a deadline: at the deadline, the bytes that were read are dropped with the future.

use std::io::Write;
use std::net;
use std::time::{Duration, Instant};

use stage3_futures::stream::TcpStream;
use stage3_futures::timer::Timeout;

demos::main!(wrong, fixed);

fn wrong() {
    try_to_read(async |stream| {
        let mut line = Vec::new();
        read_line(&mut line, stream).await;
        line
    });
}

fn fixed() {
    let mut line = Vec::new();
    try_to_read(async move |stream| {
        read_line(&mut line, stream).await;
        line.clone()
    });
}

/// Reads up to the end of a line.
async fn read_line(line: &mut Vec<u8>, stream: &TcpStream) {
    while !line.ends_with(b"\n") {
        line.extend_from_slice(&stream.read_chunk().await.unwrap());
    }
}

/// Calls `read` with a time limit, until it returns a line. The server sends its end after the first limit.
fn try_to_read(mut read: impl AsyncFnMut(&TcpStream) -> Vec<u8> + Send + 'static) {
    demos::block_on(async move |reactor| {
        let (client, mut server) = demos::connection();
        let stream = TcpStream::new(&reactor, client);
        send(&mut server, "Hel");
        loop {
            let limit = Instant::now() + Duration::from_millis(100);
            match Timeout::until(&reactor, limit, Box::pin(read(&stream))).await {
                Ok(line) => return println!("the client has the line {:?}", String::from_utf8_lossy(&line)),
                Err(_) => println!("the client has no line yet, and tries again"),
            }
            send(&mut server, "lo\n");
        }
    });
}

fn send(server: &mut net::TcpStream, bytes: &str) {
    println!("the server sends {bytes:?}");
    server.write_all(bytes.as_bytes()).unwrap();
}
