//! The borrow ends with the function.
//!
//! A waker may run any code, and poll the handle at once: it needs the same borrow.
//!
//! Dies: parts::completion::the_waker_that_a_task_wakes_may_poll_its_handle
//! Says: has the borrow ended before the wake-up?

impl<F: Future> TaskFuture<F> {
    fn fill_in(&self, result: Result<F::Output, Failure>) {
        let Some(completion) = self.completion.upgrade() else { return };
        let mut completion = completion.borrow_mut();
        completion.is_complete = true;
        completion.result = Some(result);
        if let Some(waker) = completion.awaiter.take() {
            waker.wake();
        }
    }
}
