//! A task that cancels another one does not wait for it, so a cancelled task wakes no awaiter.
//!
//! Two tasks may share the handle: one awaits it, and the other cancels the task. The first one is never told, and
//! sleeps for ever.
//!
//! Dies: parts::completion::a_task_that_is_dropped_is_cancelled
//! Says: `Cancelled` is a result, too

impl<F: Future> TaskFuture<F> {
    fn fill_in(&self, result: Result<F::Output, Failure>) {
        let Some(completion) = self.completion.upgrade() else { return };
        let is_cancelled = matches!(result, Err(Failure::Cancelled));
        let mut completion = completion.borrow_mut();
        completion.is_complete = true;
        completion.result = Some(result);
        let awaiter = completion.awaiter.take();
        drop(completion);
        if let (Some(waker), false) = (awaiter, is_cancelled) {
            waker.wake();
        }
    }
}
