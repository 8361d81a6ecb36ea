//! A task without an output has failed, so its handle panics.
//!
//! A cancellation is expected, and has an error of its own, `Cancelled`. Only a panic goes on as a panic.
//!
//! Dies: parts::completion::a_task_that_is_dropped_is_cancelled
//! Says: the task was dropped before its end: its handle must be ready with `Cancelled`

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
