//! There is a socket, so there is a connection.
//!
//! The socket has no peer yet. The first write to it would fail, or block.
//!
//! Dies: start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: the connect is in progress, but the future is ready

impl Future for Connect {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<Stream>> {
        Poll::Ready(self.0.take().expect("a future must not be polled after its end"))
    }
}
