//! `let mut decoder` stands before the loop, as in the `async fn`.
//!
//! In an `async fn`, a local variable lives across the `await`. In `poll`, it ends with each `Pending`: what
//! must live longer is a field.
//!
//! Dies: parts::url::an_answer_may_come_in_many_pieces
//! Says: read on, with the same decoder

impl Future for Receive {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, chunk, .. } = &mut *self;
        let mut decoder = attempt.decoder();
        loop {
            let chunk = ready!(Pin::new(&mut *chunk).poll(cx)).map_err(|error| attempt.io_error(error))?;
            if let Some(response) = attempt.decode(&mut decoder, &chunk)? {
                return Poll::Ready(Ok(response));
            }
        }
    }
}
