//! Connections: how they begin, what goes through them, and how they end.

mod tools;

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::channel;
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

use socket2::{Domain, SockRef, Socket, Type};
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::Stream;
use tools::{Count, counted, listener, pattern, poll, run, turn_until, watched};

/// Connects a stream. Returns it, and the other end of its connection.
async fn connected(reactor: &Reactor) -> (Stream, std::net::TcpStream) {
    let (listener, address) = listener();
    let near = Stream::connect(reactor, address).await.unwrap();
    (near, listener.accept().unwrap().0)
}

#[test]
fn a_connect_to_a_port_without_a_listener_is_refused() {
    // The port is bound, so no other program can listen there.
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).unwrap();
    let address = socket.local_addr().unwrap().as_socket().unwrap();
    let refusal = run(async move |reactor, _| Stream::connect(&reactor, address).await.err());
    assert_eq!(refusal.map(|error| error.kind()), Some(ErrorKind::ConnectionRefused));
}

#[test]
fn megabytes_are_written_in_parts_to_a_slow_reader() {
    let bytes = pattern(8 << 20);
    let sent = bytes.clone();
    let (polls, received) = run(async move |reactor, _| {
        let (near, mut far) = connected(&reactor).await;
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
        let mut write = Box::pin(counted(&polls, near.write_all(sent)));
        assert!(poll(&mut write, Waker::noop()).is_pending());
        begin.send(()).unwrap();
        write.await.unwrap();
        drop(near);
        (polls.load(SeqCst), reader.join().unwrap())
    });
    assert!(polls > 1, "all was written in one part");
    assert!(received == bytes, "{} bytes came, other than those that were sent", received.len());
}

#[test]
fn bytes_are_read_in_chunks_and_the_end_is_an_empty_chunk() {
    run(async |reactor, _| {
        let (near, mut far) = connected(&reactor).await;
        for chunk in ["one", "two", "three"] {
            far.write_all(chunk.as_bytes()).unwrap();
            assert_eq!(&*near.read_chunk().await.unwrap(), chunk.as_bytes());
        }
        drop(far);
        assert_eq!(&*near.read_chunk().await.unwrap(), b"");
    });
}

#[test]
fn read_all_reads_up_to_the_end() {
    let bytes = pattern(1 << 20);
    let sent = bytes.clone();
    let received = run(async move |reactor, _| {
        let (near, mut far) = connected(&reactor).await;
        let writer = thread::spawn(move || far.write_all(&sent));
        let received = near.read_all().await.unwrap();
        writer.join().unwrap().unwrap();
        received
    });
    assert!(received == bytes, "{} bytes came, other than those that were sent", received.len());
}

#[test]
fn a_reset_of_the_connection_is_an_error() {
    let error = run(async |reactor, _| {
        let (near, far) = connected(&reactor).await;
        SockRef::from(&far).set_linger(Some(Duration::ZERO)).unwrap();
        drop(far);
        near.read_all().await.err()
    });
    assert_eq!(error.map(|error| error.kind()), Some(ErrorKind::ConnectionReset));
}

#[test]
fn a_connection_is_closed_when_its_last_clone_is_dropped() {
    run(async |reactor, _| {
        let (near, mut far) = connected(&reactor).await;
        let write = near.write_all(b"still open".to_vec());
        drop(near);
        write.await.unwrap();
        let mut received = String::new();
        watched(move || {
            far.read_to_string(&mut received).unwrap();
            assert_eq!(received, "still open");
        });
    });
}

#[test]
fn a_dropped_read_leaves_a_newer_read_its_waker() {
    run(async |reactor, _| {
        let (near, mut far) = connected(&reactor).await;
        let ((older, older_waker), (newer, newer_waker)) = (Count::new(), Count::new());
        let [mut first, mut second] = [near.read_chunk(), near.read_chunk()];
        assert!(poll(&mut first, &older_waker).is_pending());
        assert!(poll(&mut second, &newer_waker).is_pending());
        drop(first);
        far.write_all(b"x").unwrap();
        turn_until(&reactor, || newer.get() == 1);
        assert_eq!(older.get(), 0);
    });
}

#[test]
fn a_dropped_write_leaves_a_newer_write_its_waker() {
    run(async |reactor, _| {
        let (near, mut far) = connected(&reactor).await;
        let ((older, older_waker), (newer, newer_waker)) = (Count::new(), Count::new());
        let [mut first, mut second] = [(); 2].map(|()| near.write_all(pattern(8 << 20)));
        assert!(poll(&mut first, &older_waker).is_pending());
        assert!(poll(&mut second, &newer_waker).is_pending());
        drop(first);
        thread::spawn(move || io::copy(&mut far, &mut io::sink()));
        turn_until(&reactor, || newer.get() == 1);
        assert_eq!(older.get(), 0);
    });
}

#[test]
fn a_dropped_connect_closes_its_socket() {
    let (listener, address) = listener();
    let reactor = Reactor::new().unwrap();
    let (count, waker) = Count::new();
    let mut connect = Stream::connect(&reactor, address);
    drop((poll(&mut connect, &waker), connect));
    assert_eq!(Arc::strong_count(&count), 2);
    let end = watched(move || listener.accept().unwrap().0.read(&mut [0]).unwrap());
    assert_eq!(end, 0);
}

/// A listener that never accepts completes only a few connections. The next connect waits.
#[cfg(unix)]
#[test]
fn a_dropped_connect_keeps_no_waker() {
    let listener = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    listener.bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into()).unwrap();
    listener.listen(1).unwrap();
    let address = listener.local_addr().unwrap().as_socket().unwrap();
    let reactor = Reactor::new().unwrap();
    let (count, waker) = Count::new();
    let mut taken = Vec::new();
    let waits = (0..1000).find_map(|_| {
        let mut connect = Stream::connect(&reactor, address);
        match poll(&mut connect, &waker) {
            Poll::Ready(stream) => taken.push(stream.unwrap()),
            Poll::Pending => return Some(connect),
        }
        None
    });
    assert!(waits.is_some(), "a thousand connects succeeded without an accept");
    assert_eq!(Arc::strong_count(&count), 3);
    drop(waits);
    assert_eq!(Arc::strong_count(&count), 2);
}
