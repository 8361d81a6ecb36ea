//! When its deadline has passed, a fetch is over.
//!
//! The deadline is that of one try. A try that times out has failed like any other.
//!
//! Dies: url::a_try_that_times_out_is_followed_by_another
//! Says: a try that times out has failed like any other

impl Future for Fetch {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, reactor, once } = &mut *self;
        loop {
            match ready!(Pin::new(&mut *once).poll(cx)) {
                Err(Elapsed) => return Poll::Ready(Err(attempt.timed_out())),
                Ok(Ok(response)) => return Poll::Ready(Ok(attempt.finish(response))),
                Ok(Err(error)) => attempt.again(error)?,
            }
            *once = Timeout::until(reactor, attempt.deadline(), fetch_once(attempt, reactor));
        }
    }
}
