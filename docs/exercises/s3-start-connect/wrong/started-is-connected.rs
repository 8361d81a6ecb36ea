//! There is a socket, so there is a connection.
//!
//! The socket has no peer yet. A connect that is refused would look like a failed write, and on some systems
//! every first write fails.
//!
//! Dies: parts::start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: the connect is in progress, but the future is ready

impl Future for Connect {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<TcpStream>> {
        Poll::Ready(self.0.take().expect("a future must not be polled after its end"))
    }
}
