//! A socket that is always ready must not starve the others.

mod tools;

use std::io::Write;
use std::net::TcpStream;
use std::task::{Context, Poll, Waker};

use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::Stream;
use tools::{Count, listener, watched};

/// Connects a stream, on which a thousand bytes have come. Returns it and its peer.
async fn busy(reactor: &Reactor) -> (Stream, TcpStream) {
    let (listener, address) = listener();
    let near = Stream::connect(reactor, address).await.unwrap();
    let mut far = listener.accept().unwrap().0;
    far.write_all(&[7; 1000]).unwrap();
    while near.registration().socket().peek(&mut [0; 1000]).ok() != Some(1000) {
        std::thread::yield_now();
    }
    (near, far)
}

/// Reads byte by byte until the stream is not ready, and returns how many bytes came.
fn read_on(stream: &Stream, waker: &Waker) -> usize {
    let mut cx = Context::from_waker(waker);
    (0..).take_while(|_| matches!(stream.poll_read(&mut cx, &mut [0]), Poll::Ready(Ok(1)))).count()
}

#[test]
fn a_stream_with_more_to_read_waits_for_an_event_now_and_then() {
    watched(|| {
        let executor = Executor::new().unwrap();
        let (stream, _far) = executor.run_until_complete(busy(executor.reactor())).unwrap();
        let (count, waker) = Count::new();
        let first = read_on(&stream, &waker);
        assert!((1..1000).contains(&first), "{first} bytes without a turn");
        assert_eq!(count.get(), 0);
        // There is more to read, so the event comes at once. Nothing else would end this turn.
        executor.reactor().turn(|| false).unwrap();
        assert_eq!(count.get(), 1);
        assert_ne!(read_on(&stream, &waker), 0);
    });
}
