//! A waker that was replaced may be dropped at once.
//!
//! It may be the last thing that holds a task. Then the drop ends that task, which fills in its completion: perhaps
//! this one.
//!
//! Dies: parts::completion::a_waker_that_is_replaced_may_cancel_the_task
//! Says: drop that waker after the borrow of the completion

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
                completion.awaiter = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}
