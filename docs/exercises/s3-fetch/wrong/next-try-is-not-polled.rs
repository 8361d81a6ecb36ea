//! The next try is stored. It will be polled next time.
//!
//! There is no next time: a future that was never polled has stored no waker.
//!
//! Dies: url::a_try_that_fails_is_followed_by_another
//! Says: the reactor has no waker of it: was the try polled, and is it kept in `self`?

impl Future for Fetch {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, reactor, once } = &mut *self;
        let fetched = ready!(Pin::new(&mut *once).poll(cx));
        match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
            Ok(response) => return Poll::Ready(Ok(attempt.finish(response))),
            Err(error) => attempt.again(error)?,
        }
        *once = Timeout::until(reactor, attempt.deadline(), fetch_once(attempt, reactor));
        Poll::Pending
    }
}
