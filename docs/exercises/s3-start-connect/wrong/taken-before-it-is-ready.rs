//! Take the stream out, and then wait for its connect.
//!
//! On `Pending`, the stream is a local variable: its drop closes the socket, and the next poll finds none.
//!
//! Dies: start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: is the stream still there?

impl Future for Connect {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<TcpStream>> {
        let stream = self.0.take().expect("a future must not be polled after its end")?;
        ready!(stream.registration().poll_io(Direction::Write, cx, connect_outcome))?;
        Poll::Ready(Ok(stream))
    }
}
