//! [`Sleep`] and [`Timeout`]: futures of time.

use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use common::fetch::time::after;
use thiserror::Error;

use crate::reactor::{Reactor, Timer};

/// A future that is ready when its time has come. Dropping it takes its timer from the reactor.
///
/// It is never over at once: even a sleep of no time gives the other tasks their turn.
pub struct Sleep {
    reactor: Reactor,
    timer: Timer,
    is_set: bool,
}

impl Sleep {
    /// Sleeps for a while, from now on.
    pub fn new(reactor: &Reactor, time: Duration) -> Sleep {
        Sleep::until(reactor, after(Instant::now(), time))
    }

    /// Sleeps until then.
    pub fn until(reactor: &Reactor, at: Instant) -> Sleep {
        Sleep { reactor: reactor.clone(), timer: reactor.timer(at), is_set: false }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if mem::replace(&mut self.is_set, true) && self.timer.is_due(Instant::now()) {
            self.reactor.cancel(self.timer);
            return Poll::Ready(());
        }
        self.reactor.set(self.timer, cx.waker());
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        self.reactor.cancel(self.timer);
    }
}

/// A future with a deadline.
///
/// The future must be `Unpin`, as every state machine of this crate is, and any other one when it
/// is in a `Box::pin`.
pub struct Timeout<F> {
    future: F,
    deadline: Sleep,
}

impl<F> Timeout<F> {
    /// Gives `future` until `at`.
    pub fn until(reactor: &Reactor, at: Instant, future: F) -> Timeout<F> {
        Timeout { future, deadline: Sleep::until(reactor, at) }
    }
}

/// The deadline has passed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the deadline has passed")]
pub struct Elapsed;

impl<F: Future + Unpin> Future for Timeout<F> {
    type Output = Result<F::Output, Elapsed>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // The future first: what is ready at the deadline is not too late.
        if let Poll::Ready(output) = Pin::new(&mut self.future).poll(cx) {
            return Poll::Ready(Ok(output));
        }
        Pin::new(&mut self.deadline).poll(cx).map(|()| Err(Elapsed))
    }
}
