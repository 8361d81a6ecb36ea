//! An error is a panic.
//!
//! TODO
//!
//! Dies: TODO
//! Says: TODO

impl<T> Future for Task<T> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut completion = self.completion.borrow_mut();
        match completion.result.take() {
            Some(Ok(value)) => Poll::Ready(Ok(value)),
            Some(Err(Failure::Cancelled)) => panic!("the task was cancelled"),
            Some(Err(Failure::Panicked(panic))) => {
                drop(completion);
                resume_unwind(panic)
            }
            None if completion.is_complete => panic!("a future must not be polled after its end"),
            None => {
                let _replaced = completion.awaiter.replace(cx.waker().clone());
                drop(completion);
                Poll::Pending
            }
        }
    }
}
