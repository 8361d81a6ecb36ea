//! Without a result, the task still runs.
//!
//! Or its result was taken already. A handle that is polled again by mistake would sleep for ever, without a word.
//!
//! Dies: parts::completion::a_handle_that_is_polled_after_its_end_panics
//! Says: the result was taken, and another poll did not panic

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
            None => {
                let _replaced = completion.awaiter.replace(cx.waker().clone());
                drop(completion);
                Poll::Pending
            }
        }
    }
}
