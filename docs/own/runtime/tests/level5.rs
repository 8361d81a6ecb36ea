//! Level 5: connections.

mod tools;

use std::io::{Read, Write};
use std::net;

use own::{TcpStream, block_on};
use test_tools::full_listener::Full;
use test_tools::patience::Patience;
use test_tools::socket::{listener, refusing, reset};
use tools::*;

const NOT_WOKEN: &str = "a socket is ready, and what waits for it is not polled: try first, and only then wait, because \
    the event may have come before";

/// Returns both ends of a connection.
async fn connection() -> (TcpStream, net::TcpStream) {
    let (listener, address) = listener();
    let near = TcpStream::connect(address).await.expect("there is a listener");
    (near, listener.accept().expect("it is connected").0)
}

/// Reads once, and returns the bytes.
async fn read(stream: &TcpStream) -> Vec<u8> {
    let mut buffer = [0; 10];
    let count = stream.read(&mut buffer).await.expect("the peer has reset nothing");
    buffer[..count].to_vec()
}

#[test]
fn a_stream_reads_what_the_peer_writes_and_each_sees_the_end() {
    run(NOT_WOKEN, async || {
        let (near, mut far) = connection().await;
        far.write_all(b"there").unwrap();
        a_moment().await;
        let message = "5 bytes came before the read, which has room for 10, and in its first poll it has not read them: try \
            first, and return what is there, however little";
        assert_eq!(
            poll(&mut Box::pin(read(&near)), Waker::noop()),
            Poll::Ready(b"there".to_vec()),
            "{message}"
        );
        let ((_, first), (last, waker)) = (Count::new(), Count::new());
        let mut reads = Box::pin(read(&near));
        let polled = [&first, &waker].map(|waker| poll(&mut reads, waker).is_pending());
        assert_eq!(polled, [true; 2], "nothing was written yet");
        far.write_all(b"later").unwrap();
        a_moment().await;
        a_moment().await;
        assert!(last.get() > 0, "a read was polled with two wakers, and the latest one was not called");
        assert_eq!(reads.await, b"later", "the peer wrote this after the read began");
        for bytes in [&b""[..], b"soon"] {
            let mut reads = Box::pin(read(&near));
            assert!(poll(&mut reads, &waker).is_pending());
            far.write_all(bytes).unwrap();
            while !bytes.is_empty() && poll(&mut reads, &waker).is_pending() {}
            drop(reads);
            let message = "a read has ended or was dropped, and its waker is still held (left: two are ours)";
            assert_eq!(Arc::strong_count(&last), 2, "{message}");
        }
        if let Ok(listener) = net::TcpListener::bind("[::1]:0") {
            TcpStream::connect(listener.local_addr().unwrap()).await.expect("a listener has an IPv6 address");
        }
        let ends = spawn!(async move { [read(&near).await, read(&near).await, read(&near).await] });
        a_moment().await;
        far.write_all(b"last").unwrap();
        drop(far);
        let message = "the peer has written `last` and closed: these are three reads";
        assert_eq!(ends.await, [&b"last"[..], b"", b""], "{message}");
        let (near, mut far) = connection().await;
        far.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        let task = spawn!(async move { read(&near).await });
        a_moment().await;
        task.cancel();
        let message = "a task with a connection was cancelled, and the peer does not see the end of it";
        assert_eq!(far.read(&mut [0; 10]).ok(), Some(0), "{message}");
    });
}

/// A connect that is not answered is repeated by the system after a second.
#[cfg(unix)]
#[test]
fn a_connect_in_progress_blocks_nothing() {
    let full = Full::default();
    let hangs = "a connect is in progress, and nothing else goes on, or it has ended and is not polled";
    run(hangs, async move || {
        let mut connect = Box::pin(TcpStream::connect(full.address()));
        for _ in 0..3 {
            let polled = poll(&mut connect, Waker::noop());
            assert!(polled.is_pending(), "a connect is in progress, and an extra poll has ended it");
            a_moment().await;
        }
        let connects = spawn!(connect);
        yield_now().await;
        let listener = full.make_room();
        thread::spawn(move || listener.incoming().for_each(drop));
        connects.await.expect("the listener has room");
    });
}

#[test]
fn a_refused_connect_and_a_reset_are_errors() {
    let hangs = "a connect was refused, or a connection reset, and what waits for it is not told: then, the socket has \
        an error (`take_error`)";
    run(hangs, async || {
        let (_socket, address) = refusing();
        for address in [address, ([255; 4], 9).into()] {
            let expected = net::TcpStream::connect(address).map(drop).map_err(|error| error.kind());
            let connected = TcpStream::connect(address).await;
            assert!(connected.is_err(), "a connect was refused, or not even begun, and returned a stream");
            let message = "a connect has failed with this error (right), and returned another (left): the caller needs the \
                system's own, which says why";
            assert_eq!(connected.map(drop).map_err(|error| error.kind()), expected, "{message}");
        }
        let (near, far) = connection().await;
        let uses = spawn!(async move { (near.read(&mut [0; 10]).await, near.write_all(b"x").await) });
        a_moment().await;
        reset(far);
        let (read, written) = uses.await;
        let read = read.map_err(|error| error.kind());
        let message =
            "the peer has reset the connection, and a read returned bytes, the end, or another error (left)";
        assert_eq!(read, Err(std::io::ErrorKind::ConnectionReset), "{message}");
        assert!(written.is_err(), "the peer has reset the connection, and `write_all` returned no error");
        let is_of_system = written.is_err_and(|error| error.raw_os_error().is_some());
        assert!(
            is_of_system,
            "the peer has reset the connection, and `write_all` returned another error than the system's"
        );
    });
}

#[test]
fn one_future_reads_while_another_one_writes_all() {
    let hangs = "of one socket, one future waits to read and another one for room. It became ready for one of them, \
        which was not polled: each direction has its own waker, and stays awaited when the other one is ready";
    // More than the buffers of a connection take. They are made here, because no poll may take long.
    let bytes: Vec<u8> = (0..16 << 20).map(|number| (number % 251) as u8).collect();
    let sent = bytes.clone();
    let drains = run(hangs, async move || {
        let (near, mut far) = connection().await;
        let near = Rc::new(near);
        let begin_read = || {
            let near = Rc::clone(&near);
            spawn!(async move { read(&near).await })
        };
        let (writer, first) = (Rc::clone(&near), begin_read());
        let writes = spawn!(async move { writer.write_all(&sent).await });
        a_moment().await;
        // Both wait. The reader has its turn, then the writer, and then the reader again.
        far.write_all(b"x").unwrap();
        assert_eq!(first.await, b"x");
        let second = begin_read();
        a_moment().await;
        let mut peer = far.try_clone().unwrap();
        let drains = thread::spawn(move || {
            let mut received = Vec::new();
            peer.read_to_end(&mut received).map(|_| received)
        });
        writes.await.expect("the peer reads");
        far.write_all(b"y").unwrap();
        assert_eq!(second.await, b"y");
        drains
    });
    let hangs = "a connection was dropped, `block_on` has returned, and the peer does not see the end";
    let received = watch(hangs, || drains.join().expect("no panic").expect("nothing is reset"));
    let counts = (received.len(), bytes.len());
    assert!(received == bytes, "`write_all` has ended, and the peer received others: {counts:?} bytes");
}

/// Waits until a waker was called more often than before, and returns whether it was.
async fn is_woken(count: &Count, before: usize) -> bool {
    let mut patience = Patience::of(Duration::from_secs(1));
    while count.get() == before && !patience.is_over() {
        a_moment().await;
    }
    count.get() > before
}

#[test]
fn a_read_or_write_that_is_over_takes_no_waker_of_a_later_one() {
    run(NOT_WOKEN, async || {
        let of = "of two reads or writes of a socket that waited, the earlier one was dropped or has ended, and the later one";
        for is_dropped in [true, false] {
            let (near, mut far) = connection().await;
            let ((count, waker), mut earlier) = (Count::new(), Box::pin(read(&near)));
            assert!(poll(&mut earlier, Waker::noop()).is_pending());
            let mut later = Box::pin(read(&near));
            assert!(poll(&mut later, &waker).is_pending());
            if !is_dropped {
                far.write_all(b"x").unwrap();
                while poll(&mut earlier, Waker::noop()).is_pending() {}
                a_moment().await;
                // If it was woken, it looks, and waits again.
                assert!(count.get() == 0 || poll(&mut later, &waker).is_pending());
            }
            drop(earlier);
            let before = count.get();
            far.write_all(b"y").unwrap();
            assert!(
                is_woken(&count, before).await,
                "{of} was not woken by a byte: a socket keeps the waker of the latest"
            );
        }
        let (near, far) = connection().await;
        let (bytes, (count, waker)) = (vec![0; 16 << 20], Count::new());
        let [mut earlier, mut later] = [(); 2].map(|()| Box::pin(near.write_all(&bytes)));
        assert!(poll(&mut earlier, Waker::noop()).is_pending() && poll(&mut later, &waker).is_pending());
        drop(earlier);
        let before = count.get();
        thread::spawn(move || std::io::copy(&mut &far, &mut std::io::sink()));
        assert!(
            is_woken(&count, before).await,
            "{of} was not woken by room: a socket keeps the waker of the latest"
        );
    });
}

#[cfg(unix)]
#[test]
fn each_of_many_sockets_is_read() {
    run("a thousand sockets became ready at once, and some are not read: none may be left out", async || {
        // A connection has two descriptors here. The system may allow fewer.
        let count = (test_tools::process::raise_descriptors() / 3).min(1100);
        let (mut reads, mut peers) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let (near, far) = connection().await;
            reads.push(spawn!(async move { read(&near).await }));
            peers.push(far);
        }
        a_moment().await;
        peers.iter_mut().for_each(|far| far.write_all(b"x").unwrap());
        for read in reads {
            assert_eq!(read.await, b"x");
        }
    });
}

#[test]
fn sockets_do_not_starve_though_tasks_are_always_ready() {
    let hangs = "two tasks are woken in each of their polls, and a socket that is ready is not seen: ask the selector \
        also while something is ready";
    run(hangs, async || {
        (0..2).for_each(|_| drop(own::spawn(always_ready(pending::<()>()))));
        let (near, mut far) = connection().await;
        let reads = spawn!(async move { read(&near).await });
        yield_now().await;
        far.write_all(b"x").unwrap();
        assert_eq!(reads.await, b"x");
    });
}

#[cfg(unix)]
#[test]
fn sockets_that_are_ready_for_nothing_awaited_use_no_cpu_time() {
    run(NOT_WOKEN, async || {
        let ((near, _far), (in_part, mut wrote)) = own::join(connection(), connection()).await;
        let reads = spawn!(async move { in_part.read(&mut [0]).await.map(|_| in_part) });
        a_moment().await;
        wrote.write_all(b"unread").unwrap();
        let _in_part = reads.await.expect("it is connected");
        spawn!(async move { read(&near).await });
        let taken = cost_of(woken_after(LONG)).await;
        let message = "one socket can be written, and of another one a read that waited took the first of 6 bytes, but \
            nothing waits for the rest";
        assert!(
            taken < MOMENT,
            "{message}, and in {LONG:?} the thread was busy for {taken:?} (8 ms a switch)"
        );
    });
}

#[test]
fn a_waker_of_a_socket_may_use_streams() {
    run(NOT_WOKEN, async || {
        let (near, mut far) = connection().await;
        let (near, dropped) = (Rc::new(near), Rc::new(Cell::new(None)));
        let uses = || {
            let (used, dropped) = (Rc::clone(&near), Rc::clone(&dropped));
            acting_waker(move || drop((poll(&mut Box::pin(read(&used)), Waker::noop()), dropped.take())))
        };
        let mut reads = Box::pin(read(&near));
        dropped.set(Some(connection().await));
        assert!(poll(&mut reads, &uses()).is_pending() && poll(&mut reads, Waker::noop()).is_pending());
        assert!(has_acted(), "a read has a new waker, and its old one is still held");
        dropped.set(Some(connection().await));
        assert!(poll(&mut reads, &uses()).is_pending());
        far.write_all(b"x").unwrap();
        while !has_acted() {
            a_moment().await;
        }
    });
}

#[test]
fn outside_of_block_on_a_connect_panics_and_no_selector_is_open() {
    watch("`block_on` does not return", || {
        let (_listener, address) = listener();
        let polled = || poll(&mut Box::pin(TcpStream::connect(address)), Waker::noop()).map(drop);
        assert!(
            panics(polled),
            "a connect was polled outside of `block_on` without a panic: nothing would wake it"
        );
        let connect = TcpStream::connect(address);
        let message = "a connect was made outside of `block_on` and polled inside, and panicked: nothing begins before its poll";
        assert!(!panics(|| block_on(connect)), "{message}");
        let more = left_open(async || {
            let (near, far) = connection().await;
            let mut reads = Box::pin(async move { read(&near).await });
            assert!(poll(&mut reads, Waker::noop()).is_pending(), "nothing was written yet");
            (reads, far)
        });
        let message = "descriptors are open: each `block_on` closes its own, whatever is kept";
        assert!(
            more < 280,
            "both ends of 100 connections are kept, and a read of each that waits, and {more} {message}"
        );
        let full = Full::default();
        let more = left_open(async || {
            let mut connect = Box::pin(TcpStream::connect(full.address()));
            // Some systems refuse it.
            let _ = poll(&mut connect, Waker::noop());
            // Kept, and not awaited.
            [connect]
        });
        assert!(more < 180, "100 connects in progress are kept, and {more} {message}");
    });
}
