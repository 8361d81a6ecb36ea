//! The deadline is known from the start.
//!
//! It is that of one try. `Attempt::again` sets a later one for the next try.
//!
//! Dies: parts::url::a_try_that_times_out_is_followed_by_another
//! Says: each try has its own deadline

impl Future for Fetch {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, reactor, once } = &mut *self;
        let deadline = attempt.deadline();
        loop {
            let fetched = ready!(Pin::new(&mut *once).poll(cx));
            match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                Ok(response) => return Poll::Ready(Ok(attempt.finish(response))),
                Err(error) => attempt.again(error)?,
            }
            *once = Timeout::until(reactor, deadline, fetch_once(attempt, reactor));
        }
    }
}
