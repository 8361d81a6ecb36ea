//! Every task has a handle, so there is a completion.
//!
//! A task whose handle was dropped is detached, and runs on. Each such task would end with a panic.
//!
//! Dies: parts::completion::the_output_of_a_detached_task_is_dropped_without_a_panic
//! Says: without a handle, its end is no mistake

impl<F: Future> TaskFuture<F> {
    fn fill_in(&self, result: Result<F::Output, Failure>) {
        let completion = self.completion.upgrade().expect("a task has a handle");
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
