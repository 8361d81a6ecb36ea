//! One chunk is one message.
//!
//! TCP has no messages: a chunk is what has come so far.
//!
//! Dies: url::an_answer_may_come_in_many_pieces
//! Says: one chunk is not one message

impl Future for Receive {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, decoder, chunk } = &mut *self;
        let chunk = ready!(Pin::new(chunk).poll(cx)).map_err(|error| attempt.io_error(error))?;
        let response = attempt.decode(decoder, &chunk)?;
        Poll::Ready(response.ok_or_else(|| attempt.error(common::Cause::Truncated)))
    }
}
