//! A future that is polled after it was ready: its output is gone, and it has no state to go on from.
//!
//!     cargo run -p demos --bin polled_after_ready
//!     cargo run -p demos --bin polled_after_ready -- fixed

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use futures::future::join;
use stage3_futures::timer::Sleep;

fn main() {
    demos::panic_briefly();
    demos::main(wrong, fixed);
}

fn wrong() {
    demos::run(async |reactor, _spawner| {
        let mut short = pin!(async { println!("the short future is ready") });
        let mut long = pin!(Sleep::new(&reactor, Duration::from_millis(10)));
        // Ready when both are.
        let both = poll_fn(|cx| match (short.as_mut().poll(cx), long.as_mut().poll(cx)) {
            (Poll::Ready(()), Poll::Ready(())) => Poll::Ready(()),
            _ => Poll::Pending,
        });
        both.await;
        println!("both futures are ready");
    });
}

fn fixed() {
    demos::run(async |reactor, _spawner| {
        let short = async { println!("the short future is ready") };
        let long = Sleep::new(&reactor, Duration::from_millis(10));
        // It notes which of them was ready, and polls only the other one.
        join(short, long).await;
        println!("both futures are ready");
    });
}
