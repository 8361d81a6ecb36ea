//! A stream of stage 3 with the traits of the `futures` crate: code that is written for the traits works.

mod tools;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::{self, JoinHandle};

use futures::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, copy};
use futures::{TryStreamExt, join};
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::Stream;
use stage4_async::stream::AsyncStream;
use tools::{block, listener, pattern};

/// Connects a stream. Returns it, and a thread that calls `work` with the other end of its connection.
async fn connected<T: Send + 'static>(
    reactor: &Reactor,
    work: impl FnOnce(TcpStream) -> T + Send + 'static,
) -> (AsyncStream, JoinHandle<T>) {
    let (listener, address) = listener();
    let stream = Stream::connect(reactor, address).await.unwrap();
    (AsyncStream(stream), thread::spawn(move || work(listener.accept().unwrap().0)))
}

/// Sends all bytes back, up to the end.
fn echo(mut far: TcpStream) {
    std::io::copy(&mut far.try_clone().unwrap(), &mut far).unwrap();
}

#[test]
fn read_exact_leaves_the_rest_unread() {
    block(async |reactor| {
        let (mut stream, peer) = connected(&reactor, |mut far| far.write_all(b"0123456789")).await;
        let (mut head, mut rest) = ([0; 4], String::new());
        stream.read_exact(&mut head).await.unwrap();
        stream.read_to_string(&mut rest).await.unwrap();
        assert_eq!((&head, rest.as_str()), (b"0123", "456789"));
        peer.join().unwrap().unwrap();
    });
}

#[test]
fn a_buffered_reader_reads_lines() {
    block(async |reactor| {
        let (stream, peer) = connected(&reactor, |mut far| {
            for piece in ["one\ntw", "o\nthr", "ee\n"] {
                far.write_all(piece.as_bytes()).unwrap();
            }
        })
        .await;
        let lines: Vec<_> = BufReader::new(stream).lines().try_collect().await.unwrap();
        assert_eq!(lines, ["one", "two", "three"]);
        peer.join().unwrap();
    });
}

#[test]
fn closing_ends_the_peers_read_but_not_its_answer() {
    block(async |reactor| {
        let (mut stream, peer) = connected(&reactor, |mut far| {
            let mut question = String::new();
            far.read_to_string(&mut question).unwrap();
            far.write_all(question.to_uppercase().as_bytes()).unwrap();
        })
        .await;
        stream.write_all(b"question").await.unwrap();
        stream.close().await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer, "QUESTION");
        peer.join().unwrap();
    });
}

#[test]
fn megabytes_are_written_and_read_back_at_once() {
    let bytes = pattern(4 << 20);
    let sent = bytes.clone();
    let received = block(async move |reactor| {
        let (stream, peer) = connected(&reactor, echo).await;
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

#[test]
fn a_read_that_is_dropped_after_a_poll_loses_no_byte() {
    block(async |reactor| {
        let (mut stream, peer) = connected(&reactor, echo).await;
        let mut received = String::new();
        for piece in ["one ", "two ", "three"] {
            let mut buffer = [0; 16];
            // Nothing has been sent yet, so this read waits, and is dropped.
            assert!(tools::poll(&mut stream.read(&mut buffer), std::task::Waker::noop()).is_pending());
            stream.write_all(piece.as_bytes()).await.unwrap();
            stream.read_exact(&mut buffer[..piece.len()]).await.unwrap();
            received += std::str::from_utf8(&buffer[..piece.len()]).unwrap();
        }
        assert_eq!(received, "one two three");
        drop(stream);
        peer.join().unwrap();
    });
}
