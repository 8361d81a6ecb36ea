//! [`Sleep`] and [`Timeout`]: futures of time. The timers that they set are the reactor's.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use common::fetch::time::after;
use common::trace;
use thiserror::Error;

use crate::reactor::{Reactor, Timer};

/// A future that is ready at a certain time. Dropping it cancels its timer.
///
/// Its first poll always returns `Pending`: even a sleep of no time gives the other tasks a turn.
pub struct Sleep {
    reactor: Reactor,
    at: Instant,
    timer: Option<Timer>,
}

impl Sleep {
    /// Returns a future that is ready after `time`, counted from now.
    pub fn new(reactor: &Reactor, time: Duration) -> Sleep {
        Sleep::until(reactor, after(Instant::now(), time))
    }

    /// Returns a future that is ready at `at`.
    pub fn until(reactor: &Reactor, at: Instant) -> Sleep {
        Sleep { reactor: reactor.clone(), at, timer: None }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let waker = trace::waker_for("a timer", cx.waker());
        let Some(timer) = self.timer else {
            self.timer = Some(self.reactor.set_timer(self.at, waker.clone()));
            return Poll::Pending;
        };
        if self.at <= Instant::now() {
            return Poll::Ready(());
        }
        // The latest waker counts.
        self.reactor.set_waker(timer, waker);
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(timer) = self.timer {
            self.reactor.cancel_timer(timer);
        }
    }
}

/// A future with a deadline. It drops the inner future when that one is ready, or too late.
///
/// The inner future must be `Unpin`, as every state machine of this crate is. A future of an `async fn`
/// becomes `Unpin` behind `Box::pin` or [`pin!`](std::pin::pin). With `pin!`, the future stays with the caller,
/// which has to drop it.
///
/// ```
/// use std::time::{Duration, Instant};
/// use stage3_futures::executor::Executor;
/// use stage3_futures::timer::{Elapsed, Sleep, Timeout};
///
/// let executor = Executor::new()?;
/// let reactor = executor.reactor();
/// let hour = Sleep::new(reactor, Duration::from_secs(3600));
/// let soon = Instant::now() + Duration::from_millis(1);
/// let timeout = Timeout::until(reactor, soon, hour);
/// assert_eq!(executor.run_until_complete(timeout)?, Err(Elapsed));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Timeout<F> {
    /// Absent after the end.
    future: Option<F>,
    deadline: Sleep,
}

impl<F> Timeout<F> {
    /// Returns a future that is ready when `future` is, or at `at`.
    pub fn until(reactor: &Reactor, at: Instant, future: F) -> Timeout<F> {
        Timeout { future: Some(future), deadline: Sleep::until(reactor, at) }
    }
}

/// The deadline has passed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the deadline has passed")]
pub struct Elapsed;

impl<F: Future + Unpin> Future for Timeout<F> {
    type Output = Result<F::Output, Elapsed>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { future, deadline } = &mut *self;
        let in_time = future.as_mut().expect("a future must not be polled after its end");
        // Poll the future first: a result that is ready at the deadline is not too late.
        let result = match Pin::new(in_time).poll(cx) {
            Poll::Ready(output) => Ok(output),
            Poll::Pending => {
                ready!(Pin::new(deadline).poll(cx));
                Err(Elapsed)
            }
        };
        // A future that is kept, but not polled, would keep its socket open.
        *future = None;
        Poll::Ready(result)
    }
}
