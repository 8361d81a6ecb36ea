//! One buffer for reading, however many connections there are.

mod tools;

use std::io::Write;
use std::net::TcpStream;
use std::task::Waker;

use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::Stream;
use tools::{Count, listener, poll, run, watched};

/// A stream, and the other end of its connection, which has sent `text`.
async fn connected(reactor: &Reactor, text: &str) -> (Stream, TcpStream) {
    let (listener, address) = listener();
    let near = Stream::connect(reactor, address).await.unwrap();
    let mut far = listener.accept().unwrap().0;
    far.write_all(text.as_bytes()).unwrap();
    (near, far)
}

#[test]
fn all_streams_of_a_reactor_read_into_one_buffer() {
    run(async |reactor, _| {
        let [first, second] = [connected(&reactor, "first").await, connected(&reactor, "second").await];
        let place = first.0.read_chunk().await.unwrap().as_ptr();
        // If the buffer were not kept for the next one, this would take its place.
        let _other = vec![0_u8; 64 << 10];
        assert_eq!(second.0.read_chunk().await.unwrap().as_ptr(), place);
    });
}

#[test]
fn two_chunks_at_once_do_not_share_a_buffer() {
    run(async |reactor, _| {
        let [first, second] = [connected(&reactor, "first").await, connected(&reactor, "second").await];
        let [first, second] = [first.0.read_chunk().await.unwrap(), second.0.read_chunk().await.unwrap()];
        assert_eq!([&*first, &*second], [&b"first"[..], b"second"]);
    });
}

#[test]
fn a_read_that_waits_holds_no_buffer() {
    run(async |reactor, _| {
        let [idle, mut busy] = [connected(&reactor, "").await, connected(&reactor, "one").await];
        let place = busy.0.read_chunk().await.unwrap().as_ptr();
        let mut waits = idle.0.read_chunk();
        assert!(poll(&mut waits, Waker::noop()).is_pending());
        let _other = vec![0_u8; 64 << 10];
        busy.1.write_all(b"two").unwrap();
        assert_eq!(busy.0.read_chunk().await.unwrap().as_ptr(), place);
    });
}

#[test]
fn a_read_that_has_ended_takes_no_wake_up_from_the_next_one() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let (near, mut far) = executor.run_until_complete(connected(executor.reactor(), "one")).unwrap();
        let mut first = near.read_chunk();
        executor.run_until_complete(&mut first).unwrap().unwrap();
        let (count, waker) = Count::new();
        let mut second = near.read_chunk();
        assert!(poll(&mut second, &waker).is_pending());
        drop(first);
        far.write_all(b"two").unwrap();
        // If the waker had been forgotten, this would wait for ever.
        executor.reactor().turn(|| false).unwrap();
        assert_eq!(count.get(), 1);
    });
}
