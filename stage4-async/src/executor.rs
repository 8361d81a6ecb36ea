//! [`block_on`]: polls one future, and sleeps in stage 3's reactor while the future waits.
//!
//! The `futures` crate has a `block_on`, too. That one parks the thread, and then nothing would wait
//! for the sockets.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Context, Poll, Wake, Waker};

use common::trace;
use stage3_futures::reactor::Reactor;
use stage3_futures::wake::Notifier;

// The type of `std`; tests/executor_memory.rs and executor_moments.rs put others in its place.
use crate::sync::AtomicBool;

/// Runs `future` on this thread until it is ready, and returns its output.
///
/// ```
/// use std::time::Duration;
/// use stage3_futures::{reactor::Reactor, timer::Sleep};
/// use stage4_async::executor::block_on;
///
/// let reactor = Reactor::new()?;
/// let output = block_on(&reactor, async {
///     Sleep::new(&reactor, Duration::from_millis(1)).await;
///     "awake"
/// })?;
/// assert_eq!(output, "awake");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the selector fails.
pub fn block_on<F: Future>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let notifier = Arc::clone(reactor.notifier());
    let flag = Arc::new(Flag { is_woken: AtomicBool::new(true), notifier });
    let waker = Waker::from(Arc::clone(&flag));
    let mut future = pin!(trace::task("main", future));
    loop {
        // Clear the flag before the poll: a wake-up during the poll sets it again.
        if flag.is_woken.swap(false, SeqCst)
            && let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker))
        {
            return Ok(output);
        }
        // A turn after every poll: a future that wakes itself must not starve the sockets.
        reactor.turn(|| flag.is_woken.load(SeqCst))?;
    }
}

/// The waker of the future. Any thread may call it.
struct Flag {
    is_woken: AtomicBool,
    notifier: Arc<Notifier>,
}

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // A swap, which also reads: so the poll after it sees what other threads did before their wake-ups, too.
        self.is_woken.swap(true, SeqCst);
        self.notifier.notify();
    }
}
