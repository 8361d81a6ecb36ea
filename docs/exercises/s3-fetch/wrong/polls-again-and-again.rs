//! A future is polled until it is ready.
//!
//! That is the executor's part, after a wake-up. In this loop, the thread never returns to the reactor, so no event
//! comes.
//!
//! Dies: url::an_answer_in_one_piece_is_returned
//! Says: the first poll waited for all events in a loop

impl Future for Fetch {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, reactor, once } = &mut *self;
        loop {
            let fetched = loop {
                if let Poll::Ready(fetched) = Pin::new(&mut *once).poll(cx) {
                    break fetched;
                }
            };
            match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                Ok(response) => return Poll::Ready(Ok(attempt.finish(response))),
                Err(error) => attempt.again(error)?,
            }
            *once = Timeout::until(reactor, attempt.deadline(), fetch_once(attempt, reactor));
        }
    }
}
