//!     cargo run -p stage3-futures --example delegation
//!
//! What `yield from` is in Python: a future waits for another one by polling it in its own `poll`.
//! Here it is three futures deep. The loop knows the outer one alone, and each time it asks, the
//! question goes all the way down and the answer all the way up. An error comes up by `?`, as out of
//! a call: no layer is resumed by the loop to hear of it.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker, ready};

fn main() {
    println!("-- a leaf that succeeds");
    run(Outer(Middle(Leaf { outcome: Ok(20), was_asked: false })));
    println!("-- a leaf that fails");
    run(Outer(Middle(Leaf { outcome: Err("out of order"), was_asked: false })));
}

/// Polls until it is ready, and does not wait in between: the leaf wakes at once.
fn run(future: Outer) {
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        println!("loop polls outer");
        let poll = future.as_mut().poll(&mut cx);
        println!("loop is told: {poll:?}");
        if poll.is_ready() {
            break;
        }
    }
}

/// `middle().await? + 1`
struct Outer(Middle);

impl Future for Outer {
    type Output = Result<u32, &'static str>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        println!("  outer polls middle");
        let value = ready!(Pin::new(&mut self.0).poll(cx))?;
        println!("  outer adds 1 to {value}");
        Poll::Ready(Ok(value + 1))
    }
}

/// `leaf().await? * 2`
struct Middle(Leaf);

impl Future for Middle {
    type Output = Result<u32, &'static str>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        println!("    middle polls leaf");
        let value = ready!(Pin::new(&mut self.0).poll(cx))?;
        println!("    middle doubles {value}");
        Poll::Ready(Ok(value * 2))
    }
}

/// Is not ready when it is first asked.
struct Leaf {
    outcome: Result<u32, &'static str>,
    was_asked: bool,
}

impl Future for Leaf {
    type Output = Result<u32, &'static str>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if !std::mem::replace(&mut self.was_asked, true) {
            println!("      leaf is not ready");
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        println!("      leaf is ready: {:?}", self.outcome);
        Poll::Ready(self.outcome)
    }
}
