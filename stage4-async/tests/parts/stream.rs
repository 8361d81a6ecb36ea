//! A stream of stage 3 with the traits of the `futures` crate: code that is written for the traits works.

use std::io::Write;
use std::net;
use std::thread::{self, JoinHandle};

use futures::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, copy};
use futures::{TryStreamExt, join};
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::TcpStream;
use stage4_async::stream::AsyncStream;
use test_tools::socket::connection;

use crate::tools::block_or;

const HANGS: &str = "the future is never ready: nothing wakes what it waits for";

/// Connects a stream. Returns it, and a thread that calls `work` with the other end of its connection.
fn connected<T: Send + 'static>(
    reactor: &Reactor,
    work: impl FnOnce(net::TcpStream) -> T + Send + 'static,
) -> (AsyncStream, JoinHandle<T>) {
    let (near, far) = connection();
    (AsyncStream(TcpStream::new(reactor, near)), thread::spawn(move || work(far)))
}

#[test]
fn a_buffered_reader_reads_lines() {
    block_or(HANGS, async |reactor| {
        let (stream, peer) = connected(&reactor, |mut far| {
            for piece in ["one\ntw", "o\nthr", "ee\n"] {
                far.write_all(piece.as_bytes()).unwrap();
            }
        });
        let lines: Vec<_> = BufReader::new(stream).lines().try_collect().await.unwrap();
        assert_eq!(lines, ["one", "two", "three"]);
        peer.join().unwrap();
    });
}

#[test]
fn megabytes_are_written_and_read_back_at_once() {
    let bytes: Vec<_> = (0..4 << 20).map(|index| (index % 251) as u8).collect();
    let sent = bytes.clone();
    let received = block_or(HANGS, async move |reactor| {
        let echo = |far: std::net::TcpStream| std::io::copy(&mut &far, &mut &far).unwrap();
        let (stream, peer) = connected(&reactor, echo);
        let (mut reader, mut writer) = stream.split();
        let mut received = Vec::new();
        // Write and read at once. The echo stops reading while its answer is unread.
        let write = async {
            copy(&sent[..], &mut writer).await.unwrap();
            writer.close().await.unwrap();
        };
        let ((), read) = join!(write, reader.read_to_end(&mut received));
        assert_eq!(read.unwrap(), received.len());
        peer.join().unwrap();
        received
    });
    assert!(received == bytes, "{} bytes came, other than those that were sent", received.len());
}
