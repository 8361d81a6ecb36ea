//! Where the wakers of reads and writes are: each future has a place of its own, which it gives up at its end.

use std::io::{Read, Write};
use std::net;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::{Duration, Instant};

use stage3_futures::reactor::Reactor;
use stage3_futures::stream::TcpStream;
use stage3_futures::timer::{Sleep, Timeout};
#[cfg(unix)]
use test_tools::full_listener::Full;
use test_tools::future::{counted, poll};
use test_tools::socket::connection;
use test_tools::waker::Count;

use crate::tools::{run, turn_until};

/// More than a socket takes.
const MUCH: usize = 64 << 20;

/// Makes a reactor with a stream. Returns both, and the other end of the connection.
fn setup() -> (Reactor, TcpStream, net::TcpStream) {
    let (reactor, (near, far)) = (Reactor::new().unwrap(), connection());
    let stream = TcpStream::new(&reactor, near);
    (reactor, stream, far)
}

/// Polls a future that must wait, and drops it.
#[track_caller]
fn assert_leaves_no_waker<F: Future + Unpin>(mut future: F, what: &str) {
    let (count, waker) = Count::new();
    assert!(poll(&mut future, &waker).is_pending(), "{what} must wait");
    drop((future, waker));
    assert_eq!(Arc::strong_count(&count), 1, "{what} was dropped, and the reactor still holds its waker");
}

// tokio 5861: a waker that a cancelled wait leaves behind keeps its task in memory.
#[test]
fn what_is_dropped_while_it_waits_leaves_no_waker() {
    let (reactor, stream, _far) = setup();
    assert_leaves_no_waker(stream.read_chunk(), "a read");
    assert_leaves_no_waker(stream.read_all(), "a read to the end");
    assert_leaves_no_waker(stream.write_all(vec![0; MUCH]), "a write");
    assert_leaves_no_waker(Sleep::new(&reactor, Duration::from_secs(60)), "a sleep");
    let late = Instant::now() + Duration::from_secs(60);
    assert_leaves_no_waker(Timeout::until(&reactor, late, stream.read_chunk()), "a read with a deadline");
    #[cfg(unix)]
    assert_leaves_no_waker(TcpStream::connect(&reactor, Full::default().address()), "a connect");
}

#[test]
fn a_read_that_was_dropped_is_not_woken() {
    let (reactor, stream, mut far) = setup();
    let (dropped, (kept, waker)) = (Count::new(), Count::new());
    let (mut first, mut last) = (stream.read_chunk(), stream.read_chunk());
    assert!(poll(&mut first, &dropped.1).is_pending() && poll(&mut last, &waker).is_pending());
    drop(first);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, "the other read has lost its place", || kept.get() == 1);
    assert_eq!(dropped.0.get(), 0, "the dropped read has woken its task");
}

#[test]
fn a_dropped_read_leaves_the_place_of_an_earlier_one_and_of_a_write() {
    let (reactor, stream, mut far) = setup();
    let ((reader, reads), (writer, writes)) = (Count::new(), Count::new());
    let (mut first, mut last) = (stream.read_chunk(), stream.read_chunk());
    let mut write = stream.write_all(vec![0; MUCH]);
    assert!(poll(&mut write, &writes).is_pending());
    // All are of one task, or of two with one waker.
    assert!(poll(&mut first, &reads).is_pending() && poll(&mut last, &reads).is_pending());
    drop(last);
    far.write_all(b"x").unwrap();
    turn_until(&reactor, "the dropped read took the place of the other one along", || reader.get() == 1);
    let mut sink = vec![0; 1 << 20];
    far.set_nonblocking(true).unwrap();
    turn_until(&reactor, "the dropped read took the place of the write along", || {
        while far.read(&mut sink).is_ok_and(|count| count > 0) {}
        writer.get() > 0
    });
}

/// Another wake-up of the task, such as by a timer, may come between the bytes and their event.
#[test]
fn a_read_that_is_ready_before_its_event_leaves_no_waker() {
    let (_reactor, stream, mut far) = setup();
    let ((count, waker), mut read) = (Count::new(), stream.read_chunk());
    assert!(poll(&mut read, &waker).is_pending());
    far.write_all(b"x").unwrap();
    while stream.registration().socket().peek(&mut [0]).is_err() {
        thread::yield_now();
    }
    assert!(poll(&mut read, &waker).is_ready());
    drop(waker);
    assert_eq!(Arc::strong_count(&count), 1, "the read has ended, and the reactor still holds its waker");
}

// rust-sdk 313, of the Agent Client Protocol: an idle reader takes a whole core.
#[test]
fn a_future_that_is_polled_with_a_new_waker_each_time_does_not_wake_its_task() {
    let (_reactor, stream, _far) = setup();
    let mut read = stream.read_chunk();
    let counts: Vec<_> = (0..10).map(|_| Count::new()).collect();
    for (_, waker) in &counts {
        assert!(poll(&mut read, waker).is_pending());
    }
    let woken = counts.iter().filter(|(count, _)| count.get() > 0).count();
    assert_eq!(
        woken, 0,
        "a poll has called the waker of an earlier one: its task would be polled without end"
    );
}

#[test]
fn two_tasks_that_read_from_one_stream_do_not_wake_each_other() {
    let polls = run(async |reactor, spawner| {
        let (near, mut far) = connection();
        let stream = TcpStream::new(&reactor, near);
        let polls = Arc::<AtomicUsize>::default();
        let [first, last] = [(); 2].map(|()| spawner.spawn(counted(&polls, stream.read_chunk())));
        Sleep::new(&reactor, Duration::from_millis(20)).await;
        far.write_all(b"x").unwrap();
        far.shutdown(net::Shutdown::Write).unwrap();
        let read = [first.await, last.await].map(|chunk| chunk.unwrap().unwrap().len());
        assert_eq!(read.iter().sum::<usize>(), 1);
        polls.load(SeqCst)
    });
    assert!(polls <= 6, "{polls} polls of two reads, for one byte and the end of the stream");
}
