//! A try that has failed is followed by another.
//!
//! Not without end: `attempt.again` counts the tries, and returns the error of the last one.
//!
//! Dies: url::a_try_that_fails_is_followed_by_another
//! Says: the next one made without `attempt.again`?

impl Future for Fetch {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, reactor, once } = &mut *self;
        loop {
            let fetched = ready!(Pin::new(&mut *once).poll(cx));
            if let Ok(Ok(response)) = fetched {
                return Poll::Ready(Ok(attempt.finish(response)));
            }
            *once = Timeout::until(reactor, attempt.deadline(), fetch_once(attempt, reactor));
        }
    }
}
