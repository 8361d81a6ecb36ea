//! The task wakes its handle, so the handle has nothing to store.
//!
//! The task can only call a waker that it finds. Nothing polls the handle again.
//!
//! Dies: parts::completion::the_end_of_a_task_wakes_the_task_that_awaits_it
//! Says: the handle returned `Pending`, and stored its waker nowhere

impl<T> Future for Task<T> {
    fn poll(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut completion = self.completion.borrow_mut();
        match completion.result.take() {
            Some(Ok(value)) => Poll::Ready(Ok(value)),
            Some(Err(Failure::Cancelled)) => Poll::Ready(Err(Cancelled)),
            Some(Err(Failure::Panicked(panic))) => {
                drop(completion);
                resume_unwind(panic)
            }
            None if completion.is_complete => panic!("a future must not be polled after its end"),
            None => Poll::Pending,
        }
    }
}
