//! The result says that the task has ended.
//!
//! Once it is taken, nothing does. A handle that is polled again by mistake would sleep for ever, without a word.
//!
//! Dies: TODO
//! Says: TODO

impl<F: Future> TaskFuture<F> {
    fn fill_in(&self, result: Result<F::Output, Failure>) {
        let Some(completion) = self.completion.upgrade() else { return };
        let mut completion = completion.borrow_mut();
        completion.result = Some(result);
        let awaiter = completion.awaiter.take();
        drop(completion);
        if let Some(waker) = awaiter {
            waker.wake();
        }
    }
}
