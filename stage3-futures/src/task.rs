//! [`Task`]: a future that runs on its own, and the handle by which its end is awaited.

use std::any::Any;
use std::cell::RefCell;
use std::future::Future;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use thiserror::Error;

use crate::executor::Spawner;
use crate::wake::TaskId;

/// A spawned task. It is a future of what the task returns; dropping it lets the task run on.
///
/// If the task panics, so does who awaits it.
pub struct Task<T> {
    pub(crate) id: TaskId,
    pub(crate) spawner: Spawner,
    pub(crate) end: Rc<RefCell<End<T>>>,
}

/// The task was cancelled before it had ended.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the task was cancelled")]
pub struct Cancelled;

impl From<Cancelled> for io::Error {
    fn from(cancelled: Cancelled) -> io::Error {
        io::Error::other(cancelled)
    }
}

impl<T> Task<T> {
    /// Drops the task's future, wherever it has come to; if it has ended, nothing changes.
    ///
    /// A task that cancels itself is dropped when its poll returns.
    pub fn cancel(&self) {
        self.spawner.cancel(self.id);
    }

    /// Makes a handle that cancels the task when it is dropped.
    pub fn cancel_on_drop(self) -> CancelOnDrop<T> {
        CancelOnDrop(self)
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, Cancelled>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut end = self.end.borrow_mut();
        match end.result.take() {
            Some(Ok(value)) => Poll::Ready(Ok(value)),
            Some(Err(Failure::Cancelled)) => Poll::Ready(Err(Cancelled)),
            Some(Err(Failure::Panicked(panic))) => {
                drop(end);
                resume_unwind(panic)
            }
            None => {
                let old = end.awaiter.replace(cx.waker().clone());
                drop((end, old));
                Poll::Pending
            }
        }
    }
}

/// A task that is cancelled when this is dropped.
pub struct CancelOnDrop<T>(Task<T>);

impl<T> Drop for CancelOnDrop<T> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// How a task has ended, and who wants to know.
pub(crate) struct End<T> {
    result: Option<Result<T, Failure>>,
    ended: bool,
    awaiter: Option<Waker>,
}

enum Failure {
    Cancelled,
    Panicked(Box<dyn Any + Send>),
}

impl<T> Default for End<T> {
    fn default() -> End<T> {
        End { result: None, ended: false, awaiter: None }
    }
}

/// What the executor polls: the future of a task, whose end it tells.
pub(crate) struct Run<F: Future> {
    pub(crate) future: Pin<Box<F>>,
    pub(crate) end: Rc<RefCell<End<F::Output>>>,
}

impl<F: Future> Run<F> {
    /// Tells how it ended; only the first end counts.
    fn end(&self, result: Result<F::Output, Failure>) {
        let mut end = self.end.borrow_mut();
        if std::mem::replace(&mut end.ended, true) {
            return;
        }
        end.result = Some(result);
        let awaiter = end.awaiter.take();
        drop(end);
        awaiter.into_iter().for_each(Waker::wake);
    }
}

impl<F: Future> Future for Run<F> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let future = self.future.as_mut();
        // A future that panicked is not polled again.
        let result = match catch_unwind(AssertUnwindSafe(|| future.poll(cx))) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(value)) => Ok(value),
            Err(panic) => Err(Failure::Panicked(panic)),
        };
        self.end(result);
        Poll::Ready(())
    }
}

impl<F: Future> Drop for Run<F> {
    fn drop(&mut self) {
        self.end(Err(Failure::Cancelled));
    }
}
