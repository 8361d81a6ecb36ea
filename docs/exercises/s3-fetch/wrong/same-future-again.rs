//! To try again is to poll again.
//!
//! The future of the first try has ended. Each try needs a new one.
//!
//! Dies: parts::url::a_try_that_fails_is_followed_by_another
//! Says: was a try polled after its end

impl Future for Fetch {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, once, .. } = &mut *self;
        loop {
            let fetched = ready!(Pin::new(&mut *once).poll(cx));
            match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                Ok(response) => return Poll::Ready(Ok(attempt.finish(response))),
                Err(error) => attempt.again(error)?,
            }
        }
    }
}
