//! The server's answer can be read: that is what a connect waits for.
//!
//! The handshake is no bytes to read. The kernel reports its end as an event for writing.
//!
//! Dies: start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: the end of a connect is an event for writing

impl Future for Connect {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<TcpStream>> {
        if let Some(Ok(stream)) = &self.0 {
            ready!(stream.registration().poll_io(Direction::Read, cx, connect_outcome))?;
        }
        Poll::Ready(self.0.take().expect("a future must not be polled after its end"))
    }
}
