//! What the try returns is the result.
//!
//! `attempt.finish` adds what only the fetch knows: how many tries it took, and how long.
//!
//! Dies: parts::url::an_answer_in_one_piece_is_returned
//! Says: the number of tries in the response is wrong: `attempt.finish` adds it

impl Future for Fetch {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, reactor, once } = &mut *self;
        loop {
            let fetched = ready!(Pin::new(&mut *once).poll(cx));
            match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                Ok(response) => return Poll::Ready(Ok(response)),
                Err(error) => attempt.again(error)?,
            }
            *once = Timeout::until(reactor, attempt.deadline(), fetch_once(attempt, reactor));
        }
    }
}
