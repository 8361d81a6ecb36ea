//! A task that panicked did not finish, so it was cancelled.
//!
//! The panic is a bug in the program. Here it would vanish.
//!
//! Dies: parts::completion::a_panic_goes_on_in_the_task_that_awaits
//! Says: the panic must go on in the task that awaits

impl<T> Future for Task<T> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut completion = self.completion.borrow_mut();
        match completion.result.take() {
            Some(Ok(value)) => Poll::Ready(Ok(value)),
            Some(Err(Failure::Cancelled | Failure::Panicked(_))) => Poll::Ready(Err(Cancelled)),
            None if completion.is_complete => panic!("a future must not be polled after its end"),
            None => {
                let _replaced = completion.awaiter.replace(cx.waker().clone());
                drop(completion);
                Poll::Pending
            }
        }
    }
}
