//! A waker that is stored stays the right one.
//!
//! Each poll may come with another waker, for example after the handle was moved to another task.
//!
//! Dies: parts::completion::the_latest_waker_of_a_handle_counts
//! Says: the end of the task must call the waker of the latest poll

impl<T> Future for Task<T> {
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
                completion.awaiter.get_or_insert_with(|| cx.waker().clone());
                Poll::Pending
            }
        }
    }
}
