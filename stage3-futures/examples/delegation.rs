//!     cargo run -p stage3-futures --example delegation
//!
//! A future waits for another one by polling it in its own `poll`, as a Python generator waits by
//! `yield from`. Here are three futures, one inside the other. The loop knows only the outer one.
//! Each poll goes all the way down, and its answer goes all the way up. An error comes up by `?`, as
//! out of a call.
//!
//! `ready!` takes the result out of `Ready`; on `Pending`, it returns `Pending` from the function. `Pin`
//! promises that a future does not move. A future that is written by hand rarely needs that promise, and
//! then `Pin::new` makes it.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker, ready};

fn main() {
    println!("-- a leaf that succeeds");
    run(Outer(Middle(Leaf { outcome: Ok(20), was_polled: false })));
    println!("-- a leaf that fails");
    run(Outer(Middle(Leaf { outcome: Err("out of order"), was_polled: false })));
}

/// Polls until the future is ready. It needs no waker, because it does not wait in between.
fn run(future: Outer) {
    // `cargo workshop trace` shows what a task does.
    let mut future = pin!(common::trace::task("outer", future));
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        println!("loop polls outer");
        let poll = future.as_mut().poll(&mut cx);
        println!("loop gets {poll:?}");
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

/// A leaf future, which is ready at its second poll.
struct Leaf {
    outcome: Result<u32, &'static str>,
    was_polled: bool,
}

impl Future for Leaf {
    type Output = Result<u32, &'static str>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if !std::mem::replace(&mut self.was_polled, true) {
            println!("      leaf is not ready");
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        println!("      leaf is ready: {:?}", self.outcome);
        Poll::Ready(self.outcome)
    }
}
