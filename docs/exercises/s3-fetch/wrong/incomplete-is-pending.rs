//! The answer is not whole yet, so the future is pending.
//!
//! The chunk was ready, so it has stored no waker. Only a future that has returned `Pending` itself has.
//!
//! Dies: url::an_answer_may_come_in_many_pieces
//! Says: waits for nothing but its deadline: has an inner future returned `Pending`, too?

impl Future for Receive {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, decoder, chunk } = &mut *self;
        let chunk = ready!(Pin::new(chunk).poll(cx)).map_err(|error| attempt.io_error(error))?;
        match attempt.decode(decoder, &chunk)? {
            Some(response) => Poll::Ready(Ok(response)),
            None => Poll::Pending,
        }
    }
}
