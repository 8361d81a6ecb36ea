//! [`Timer`]: waiting without a waker.
//!
//! The server polls a connection whenever something may have changed for it: at an event of its socket, when an
//! answer may have been released, and when the timer is due. So a wait only tries again what would block before.

use std::cell::Cell;
use std::future::poll_fn;
use std::io::{self, ErrorKind};
use std::task::Poll;
use std::time::Instant;

/// When the connection that is polled now is polled again, if nothing happens before.
#[derive(Default)]
pub(crate) struct Timer(Cell<Option<Instant>>);

impl Timer {
    /// Returns the time that the last poll has set, if it has.
    pub fn take(&self) -> Option<Instant> {
        self.0.take()
    }

    /// Waits until `call` does not block, but not longer than the limit.
    pub async fn ready<T>(
        &self,
        limit: Option<Instant>,
        mut call: impl FnMut() -> io::Result<T>,
    ) -> io::Result<T> {
        let called = poll_fn(|_| match call() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if limit.is_some_and(|at| at <= Instant::now()) {
                    return Poll::Ready(Err(ErrorKind::TimedOut.into()));
                }
                self.0.set(limit);
                Poll::Pending
            }
            called => Poll::Ready(called),
        });
        called.await
    }
}
