//! Connections: what goes through them, and how they end.

mod tools;

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::channel;
use std::task::Waker;
use std::thread;
use std::time::Duration;

use socket2::SockRef;
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::Stream;
use tools::{Count, connection, counted, drive, pattern, poll, turn_until, watched};

/// Makes a reactor with a stream. Returns both, and the other end of the connection.
fn setup() -> (Reactor, Stream, TcpStream) {
    let reactor = Reactor::new().unwrap();
    let (near, far) = connection();
    let stream = Stream::new(&reactor, near);
    (reactor, stream, far)
}

#[test]
fn megabytes_are_written_in_parts_to_a_slow_reader() {
    let bytes = pattern(8 << 20);
    let (reactor, near, mut far) = setup();
    let (begin, begun) = channel::<()>();
    let reader = thread::spawn(move || {
        begun.recv().unwrap();
        let mut received = Vec::new();
        let mut piece = [0; 4096];
        while let count @ 1.. = far.read(&mut piece).unwrap() {
            received.extend_from_slice(&piece[..count]);
        }
        received
    });
    // The reader begins when the kernel has refused more bytes.
    let polls = Arc::new(AtomicUsize::new(0));
    let mut write = Box::pin(counted(&polls, near.write_all(bytes.clone())));
    assert!(poll(&mut write, Waker::noop()).is_pending());
    begin.send(()).unwrap();
    drive(&reactor, write).unwrap();
    drop(near);
    let received = reader.join().unwrap();
    assert!(polls.load(SeqCst) > 1, "all was written in one part");
    assert!(received == bytes, "{} bytes came, other than those that were sent", received.len());
}

#[test]
fn bytes_are_read_in_chunks_and_the_end_is_an_empty_chunk() {
    let (reactor, near, mut far) = setup();
    for chunk in ["one", "two", "three"] {
        far.write_all(chunk.as_bytes()).unwrap();
        assert_eq!(&*drive(&reactor, near.read_chunk()).unwrap(), chunk.as_bytes());
    }
    drop(far);
    assert_eq!(&*drive(&reactor, near.read_chunk()).unwrap(), b"");
}

#[test]
fn read_all_reads_up_to_the_end() {
    let bytes = pattern(1 << 20);
    let sent = bytes.clone();
    let (reactor, near, mut far) = setup();
    let writer = thread::spawn(move || far.write_all(&sent));
    let received = drive(&reactor, near.read_all()).unwrap();
    writer.join().unwrap().unwrap();
    assert!(received == bytes, "{} bytes came, other than those that were sent", received.len());
}

#[test]
fn a_reset_of_the_connection_is_an_error() {
    let (reactor, near, far) = setup();
    SockRef::from(&far).set_linger(Some(Duration::ZERO)).unwrap();
    drop(far);
    let error = drive(&reactor, near.read_all()).err();
    assert_eq!(error.map(|error| error.kind()), Some(ErrorKind::ConnectionReset));
}

#[test]
fn a_connection_is_closed_when_its_last_clone_is_dropped() {
    let (reactor, near, mut far) = setup();
    let write = near.write_all(b"still open".to_vec());
    drop(near);
    drive(&reactor, write).unwrap();
    let mut received = String::new();
    watched(move || {
        far.read_to_string(&mut received).unwrap();
        assert_eq!(received, "still open");
    });
}

#[test]
fn a_dropped_read_leaves_a_newer_read_its_waker() {
    let (reactor, near, mut far) = setup();
    let ((older, older_waker), (newer, newer_waker)) = (Count::new(), Count::new());
    let [mut first, mut second] = [near.read_chunk(), near.read_chunk()];
    assert!(poll(&mut first, &older_waker).is_pending());
    assert!(poll(&mut second, &newer_waker).is_pending());
    drop(first);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, "the newer read was not woken", || newer.get() == 1);
    assert_eq!(older.get(), 1, "it was woken when it lost its place, and not by the event");
}

#[test]
fn a_dropped_write_leaves_a_newer_write_its_waker() {
    let (reactor, near, mut far) = setup();
    let ((older, older_waker), (newer, newer_waker)) = (Count::new(), Count::new());
    let [mut first, mut second] = [(); 2].map(|()| near.write_all(pattern(8 << 20)));
    assert!(poll(&mut first, &older_waker).is_pending());
    assert!(poll(&mut second, &newer_waker).is_pending());
    drop(first);
    thread::spawn(move || io::copy(&mut far, &mut io::sink()));
    turn_until(&reactor, "the newer write was not woken", || newer.get() == 1);
    assert_eq!(older.get(), 1, "it was woken when it lost its place, and not by the event");
}
