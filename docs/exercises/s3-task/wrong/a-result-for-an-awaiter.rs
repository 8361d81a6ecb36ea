//! Without an awaiter, nothing needs the result.
//!
//! The handle may be polled later, and finds that nothing has happened: it waits for an end that is over.
//!
//! Dies: parts::completion::a_task_that_ends_before_it_is_awaited_keeps_its_output
//! Says: store it, whether or not a waker is stored

impl<F: Future> TaskFuture<F> {
    fn fill_in(&self, result: Result<F::Output, Failure>) {
        let Some(completion) = self.completion.upgrade() else { return };
        let mut completion = completion.borrow_mut();
        let Some(waker) = completion.awaiter.take() else { return };
        completion.is_complete = true;
        completion.result = Some(result);
        drop(completion);
        waker.wake();
    }
}
