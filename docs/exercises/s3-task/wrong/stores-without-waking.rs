//! The result is there, so the handle finds it in its next poll.
//!
//! There is no next poll without a wake-up.
//!
//! Dies: parts::completion::the_end_of_a_task_wakes_the_task_that_awaits_it
//! Says: the task has ended, and must wake the task that awaits it

impl<F: Future> TaskFuture<F> {
    fn fill_in(&self, result: Result<F::Output, Failure>) {
        let Some(completion) = self.completion.upgrade() else { return };
        let mut completion = completion.borrow_mut();
        completion.is_complete = true;
        completion.result = Some(result);
    }
}
