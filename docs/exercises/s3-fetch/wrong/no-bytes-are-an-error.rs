//! An empty chunk means that the connection broke.
//!
//! It means that the server has closed its side, and that may be the end of the answer. The decoder knows.
//!
//! Dies: parts::url::the_end_of_the_connection_may_end_an_answer
//! Says: an empty chunk is the end, which the decoder must be told

impl Future for Receive {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, decoder, chunk } = &mut *self;
        loop {
            let chunk = ready!(Pin::new(&mut *chunk).poll(cx)).map_err(|error| attempt.io_error(error))?;
            if chunk.is_empty() {
                return Poll::Ready(Err(attempt.io_error(std::io::ErrorKind::UnexpectedEof.into())));
            }
            if let Some(response) = attempt.decode(decoder, &chunk)? {
                return Poll::Ready(Ok(response));
            }
        }
    }
}
