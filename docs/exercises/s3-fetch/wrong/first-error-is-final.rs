//! What the inner future returns is what this one returns.
//!
//! A fetch has several tries. `Attempt::again` says whether an error is the last word.
//!
//! Dies: parts::url::a_try_that_fails_is_followed_by_another
//! Says: `attempt.again` tells whether a try that failed is followed by another

impl Future for Fetch {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, once, .. } = &mut *self;
        let fetched = ready!(Pin::new(&mut *once).poll(cx));
        let fetched = fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out()));
        Poll::Ready(fetched.map(|response| attempt.finish(response)))
    }
}
