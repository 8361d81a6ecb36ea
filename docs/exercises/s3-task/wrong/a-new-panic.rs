//! The panic goes on if the handle panics, too.
//!
//! The value of the first panic is lost: the task that awaits does not learn what went wrong. And a second panic is
//! printed.
//!
//! Dies: completion::a_panic_goes_on_in_the_task_that_awaits
//! Says: the poll of the handle panicked with another value than the task

impl<T> Future for Task<T> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut completion = self.completion.borrow_mut();
        match completion.result.take() {
            Some(Ok(value)) => Poll::Ready(Ok(value)),
            Some(Err(Failure::Cancelled)) => Poll::Ready(Err(Cancelled)),
            Some(Err(Failure::Panicked(_))) => {
                drop(completion);
                panic!("the task panicked")
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
