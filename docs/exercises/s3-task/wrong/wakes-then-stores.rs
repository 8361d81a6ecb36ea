//! First the wake-up, then the result: the handle is polled later anyway.
//!
//! A waker may run any code, and poll the handle at once. Then it finds nothing, and no second wake-up comes.
//!
//! Dies: completion::the_waker_that_a_task_wakes_may_poll_its_handle
//! Says: the awaiter was woken before the result was there: store first, then wake

impl<F: Future> TaskFuture<F> {
    fn fill_in(&self, result: Result<F::Output, Failure>) {
        let Some(completion) = self.completion.upgrade() else { return };
        let awaiter = completion.borrow_mut().awaiter.take();
        if let Some(waker) = awaiter {
            waker.wake();
        }
        let mut completion = completion.borrow_mut();
        completion.is_complete = true;
        completion.result = Some(result);
    }
}
