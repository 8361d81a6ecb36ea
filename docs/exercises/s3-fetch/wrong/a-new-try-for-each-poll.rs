//! `fetch_once(..)` stands in the loop, so each poll begins with it.
//!
//! In an `async fn`, the try lives across the `await`. In `poll`, it is a local variable, and each poll begins from
//! the start.
//!
//! Dies: parts::url::an_answer_in_one_piece_is_returned
//! Says: the reactor has no waker of it: was the try polled, and is it kept in `self`?

impl Future for Fetch {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, reactor, .. } = &mut *self;
        loop {
            let mut once = Timeout::until(reactor, attempt.deadline(), fetch_once(attempt, reactor));
            let fetched = ready!(Pin::new(&mut once).poll(cx));
            match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                Ok(response) => return Poll::Ready(Ok(attempt.finish(response))),
                Err(error) => attempt.again(error)?,
            }
        }
    }
}
