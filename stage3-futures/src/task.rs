//! [`Task`]: the handle of a future that runs on its own. Awaiting it returns what the future returns.

use std::any::Any;
use std::cell::RefCell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, Waker};

use common::trace;
use thiserror::Error;

use crate::task_table::TaskTable;
use crate::wake::TaskId;

/// The handle of a spawned task, and a future of the task's output. Dropping it detaches the task, which
/// runs on.
///
/// If the task panics, so does the poll of this future. A panic in the drop of the
/// task's future counts as a panic of the task.
///
/// ```
/// use std::time::Duration;
/// use stage3_futures::{executor::Executor, task::Cancelled, timer::Sleep};
///
/// let executor = Executor::new()?;
/// let hour = Sleep::new(executor.reactor(), Duration::from_secs(3600));
/// let task = executor.spawner().spawn(hour);
/// task.cancel();
/// // The handle is a future. Its output says how the task has ended.
/// assert_eq!(executor.run_until_complete(task)?, Err(Cancelled));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Task<T> {
    pub(crate) id: TaskId,
    pub(crate) tasks: Rc<TaskTable>,
    pub(crate) completion: Rc<RefCell<Completion<T>>>,
}

/// The task was cancelled before its end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the task was cancelled")]
pub struct Cancelled;

impl From<Cancelled> for io::Error {
    fn from(cancelled: Cancelled) -> io::Error {
        io::Error::other(cancelled)
    }
}

impl<T> Task<T> {
    /// Drops the task's future, however far it has come. Does nothing to a finished task.
    ///
    /// The future of a task that cancels itself is dropped when its poll returns.
    pub fn cancel(&self) {
        self.tasks.remove(self.id);
    }

    /// Returns a handle that cancels the task when it is dropped.
    ///
    /// If the task's future owns such a handle, its drop cancels that task, too. A chain of thousands of tasks is dropped
    /// recursively, and overflows the stack, as a list of as many boxes does.
    pub fn cancel_on_drop(self) -> CancelOnDrop<T> {
        CancelOnDrop(self)
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, Cancelled>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut completion = self.completion.borrow_mut();
        match completion.result.take() {
            Some(Ok(value)) => Poll::Ready(Ok(value)),
            Some(Err(Failure::Cancelled)) => Poll::Ready(Err(Cancelled)),
            Some(Err(Failure::Panicked(panic))) => {
                drop(completion);
                resume_unwind(panic)
            }
            None if completion.is_complete => panic!("a future must not be polled after its end"),
            None => {
                let waker = trace::waker_for("the end of another task", cx.waker());
                let _replaced = completion.awaiter.replace(waker.clone());
                // The borrow ends before a waker is dropped, because that may drop another task.
                drop(completion);
                Poll::Pending
            }
        }
    }
}

/// The handle of a task. Dropping it cancels the task.
pub struct CancelOnDrop<T>(Task<T>);

impl<T> Drop for CancelOnDrop<T> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// How a task has ended, and the waker of the task that awaits it.
pub(crate) struct Completion<T> {
    /// Taken by the poll that returns it.
    result: Option<Result<T, Failure>>,
    /// Set at the end of the task.
    is_complete: bool,
    awaiter: Option<Waker>,
}

enum Failure {
    Cancelled,
    Panicked(Box<dyn Any + Send>),
}

impl<T> Default for Completion<T> {
    fn default() -> Completion<T> {
        Completion { result: None, is_complete: false, awaiter: None }
    }
}

/// What the executor polls: a future that fills in the completion at its end.
pub(crate) struct TaskFuture<F: Future> {
    /// In a box of its own: to pin a field that may not be `Unpin` takes `unsafe`.
    ///
    /// Absent after the task's end.
    pub(crate) future: Option<Pin<Box<F>>>,
    /// Where the handle finds the result. A detached task has no handle, so it is weak.
    pub(crate) completion: Weak<RefCell<Completion<F::Output>>>,
}

impl<F: Future> TaskFuture<F> {
    /// Drops the future, and fills in the completion. Only the first call counts.
    fn complete(&mut self, result: Result<F::Output, Failure>) {
        let Some(future) = self.future.take() else { return };
        // A panic in the drop of the future is the task's own failure.
        let dropped = catch_unwind(AssertUnwindSafe(|| drop(future)));
        // The drop of a detached output may panic, too. No handle reports that panic, so it ends here.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            self.fill_in(dropped.map_err(Failure::Panicked).and(result));
        }));
    }

    /// Tells the handle how the task has ended.
    fn fill_in(&self, result: Result<F::Output, Failure>) {
        let Some(completion) = self.completion.upgrade() else { return };
        let mut completion = completion.borrow_mut();
        completion.is_complete = true;
        completion.result = Some(result);
        let awaiter = completion.awaiter.take();
        drop(completion);
        if let Some(waker) = awaiter {
            waker.wake();
        }
    }
}

impl<F: Future> Future for TaskFuture<F> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let future = self.future.as_mut().expect("a future must not be polled after its end");
        // A future that panicked is not polled again.
        let result = match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(value)) => Ok(value),
            Err(panic) => Err(Failure::Panicked(panic)),
        };
        self.complete(result);
        Poll::Ready(())
    }
}

impl<F: Future> Drop for TaskFuture<F> {
    fn drop(&mut self) {
        self.complete(Err(Failure::Cancelled));
    }
}
