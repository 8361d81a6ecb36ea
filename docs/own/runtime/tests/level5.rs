//! Level 5: connections.

mod tools;

use std::cell::Cell;
use std::io::{Read, Write};
use std::net::{self, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::task::{Context, Waker};
use std::thread;

use own::{TcpStream, join, spawn};
use test_tools::full_listener::Full;
use test_tools::future::{poll, yield_now};
use test_tools::socket::{listener, refusing, reset};
use test_tools::waker::Count;
use tools::{a_moment, run, watch};

const NOT_WOKEN: &str = "a socket is ready, and what waits for it is not polled";

/// More than the buffers of a connection take.
const MUCH: usize = 16 << 20;

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
fn a_stream_reads_what_the_peer_writes_and_then_the_end() {
    run(NOT_WOKEN, async || {
        let (near, mut far) = connection().await;
        far.write_all(b"there").unwrap();
        assert_eq!(read(&near).await, b"there", "the peer had written this before the read");
        let mut far = far;
        let reads = spawn(async move { (read(&near).await, read(&near).await, read(&near).await) });
        a_moment().await;
        far.write_all(b"later").unwrap();
        a_moment().await;
        drop(far);
        let ended = reads.await;
        assert_eq!(
            ended,
            (b"later".to_vec(), vec![], vec![]),
            "the peer wrote this after the read began, and then closed"
        );
    });
}

/// A connect that is not answered is repeated by the system after a second.
#[cfg(unix)]
#[test]
fn a_connect_in_progress_blocks_nothing() {
    let full = Full::default();
    run(
        "a connect is in progress, and nothing else goes on, or it has ended and is not polled",
        async move || {
            let mut connect = Box::pin(TcpStream::connect(full.address()));
            for _ in 0..3 {
                let polled = poll(&mut connect, Waker::noop());
                assert!(polled.is_pending(), "a connect is in progress, and an extra poll has ended it");
                a_moment().await;
            }
            let connects = spawn(connect);
            yield_now().await;
            let listener = full.make_room();
            thread::spawn(move || listener.incoming().for_each(drop));
            connects.await.expect("the listener has room");
        },
    );
}

#[test]
fn a_refused_connect_is_an_error() {
    run(NOT_WOKEN, async || {
        let (_socket, address) = refusing();
        assert!(TcpStream::connect(address).await.is_err(), "a connect was refused, and returned a stream");
    });
}

#[test]
fn write_all_goes_on_when_there_is_room() {
    let hangs = "the peer reads what `write_all` writes, and it does not go on: it must wait for room, and write the rest";
    run(hangs, async || {
        let (near, mut far) = connection().await;
        let bytes: Vec<u8> = (0..MUCH).map(|number| (number % 251) as u8).collect();
        let sent = bytes.clone();
        let writes = spawn(async move { near.write_all(&sent).await });
        // The socket is full before the peer reads.
        a_moment().await;
        let peer = thread::spawn(move || {
            let mut received = Vec::new();
            far.read_to_end(&mut received).map(|_| received)
        });
        writes.await.expect("the peer reads");
        let received = peer.join().expect("the peer reads to the end").expect("nothing is reset");
        assert!(
            received == bytes,
            "`write_all` of {MUCH} bytes has ended, and the peer received others, {}",
            received.len()
        );
    });
}

#[test]
fn one_future_reads_while_another_one_writes() {
    let hangs = "of one socket, one future waits to read and another one to write. It became ready for one of them, which was \
        not polled: each direction has its own waker, and stays awaited when the other one is ready";
    run(hangs, async || {
        let (near, mut far) = connection().await;
        let near = Rc::new(near);
        let (reader, writer) = (Rc::clone(&near), Rc::clone(&near));
        let reads = Rc::new(Cell::new(0));
        let count = Rc::clone(&reads);
        let read_twice = spawn(async move {
            for _ in 0..2 {
                assert_eq!(read(&reader).await.len(), 1);
                count.set(count.get() + 1);
            }
        });
        let write = spawn(async move { writer.write_all(&vec![0; MUCH]).await });
        a_moment().await;
        // Both wait. The reader has its turn, then the writer, and then the reader again.
        far.write_all(b"x").unwrap();
        while reads.get() < 1 {
            a_moment().await;
        }
        let mut peer = far.try_clone().unwrap();
        let drains = thread::spawn(move || peer.read_exact(&mut vec![0; MUCH]));
        write.await.expect("the peer reads");
        drains.join().expect("no panic").expect("all is written");
        far.write_all(b"y").unwrap();
        read_twice.await;
        drop(near);
    });
}

#[test]
fn the_peer_sees_the_end_when_cancel_returns() {
    run(
        "a task with a connection was cancelled, and the peer does not see the end of the connection",
        async || {
            let (near, mut far) = connection().await;
            let task = spawn(async move { read(&near).await });
            a_moment().await;
            task.cancel();
            let end = far.read(&mut [0; 10]);
            assert_eq!(
                end.expect("it was closed in order"),
                0,
                "the peer has read so many bytes, but nothing was written"
            );
        },
    );
}

#[test]
fn a_reset_is_an_error() {
    run(NOT_WOKEN, async || {
        let (near, far) = connection().await;
        let reads = spawn(async move { near.read(&mut [0; 10]).await });
        a_moment().await;
        reset(far);
        assert!(
            reads.await.is_err(),
            "the peer has reset the connection, and a read returned bytes or the end"
        );
    });
}

#[test]
fn sockets_do_not_starve_though_tasks_are_always_ready() {
    let hangs = "two tasks are woken in each of their polls, and a socket that is ready is not seen: ask the selector also while \
        something is ready";
    run(hangs, async || {
        for _ in 0..2 {
            spawn(async {
                loop {
                    yield_now().await;
                }
            });
        }
        let (near, mut far) = connection().await;
        let ends = thread::spawn(move || {
            thread::sleep(tools::MOMENT);
            far.write_all(b"x")
        });
        assert_eq!(read(&near).await, b"x");
        ends.join().expect("no panic").expect("it is connected");
    });
}

#[cfg(unix)]
#[test]
fn sockets_that_are_ready_for_nothing_awaited_use_no_cpu_time() {
    run(NOT_WOKEN, async || {
        let ((near, _far), (idle, mut wrote)) = join(connection(), connection()).await;
        wrote.write_all(b"unread").unwrap();
        spawn(async move { read(&near).await });
        let before = test_tools::clock::cpu_time();
        for _ in 0..4 {
            a_moment().await;
        }
        let taken = test_tools::clock::cpu_time() - before;
        drop(idle);
        assert!(
            taken < tools::MOMENT,
            "one socket can be written and another one read, but nothing waits for that, and the thread was busy for {taken:?}"
        );
    });
}

#[test]
fn the_latest_waker_of_a_reader_counts() {
    run(NOT_WOKEN, async || {
        let (near, mut far) = connection().await;
        let ((_, first), (last, waker)) = (Count::new(), Count::new());
        let mut reads = Box::pin(read(&near));
        assert!(
            poll(&mut reads, &first).is_pending() && poll(&mut reads, &waker).is_pending(),
            "nothing was written yet"
        );
        far.write_all(b"x").unwrap();
        a_moment().await;
        a_moment().await;
        assert!(
            last.get() > 0,
            "a read was polled with one waker and then with another, and the latest one was not called"
        );
        assert_eq!(reads.await, b"x");
    });
}

#[test]
fn a_connect_outside_of_block_on_panics() {
    watch("a connect blocks", || {
        let (_listener, address) = listener();
        let polls = |address: SocketAddr| {
            let mut connect = Box::pin(TcpStream::connect(address));
            let _ = connect.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        };
        let polled = catch_unwind(AssertUnwindSafe(|| polls(address)));
        assert!(
            polled.is_err(),
            "a connect was polled outside of `block_on`, and did not panic: nothing would wake it"
        );
    });
}
