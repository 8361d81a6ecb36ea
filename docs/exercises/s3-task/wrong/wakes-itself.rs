//! A future that is not ready asks to be polled again.
//!
//! This is a busy loop: the handle is polled without end while the task waits.
//!
//! Dies: completion::a_handle_stores_the_waker_of_the_task_that_awaits_it
//! Says: although nothing has happened

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
                drop(completion);
                cx.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }
}
