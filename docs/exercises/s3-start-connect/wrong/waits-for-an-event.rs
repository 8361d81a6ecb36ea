//! To wait for the connect is to wait for an event.
//!
//! `poll_event` is never `Ready` with a success: it only registers the task. Each poll has to ask the socket first,
//! which `poll_io` does.
//!
//! Dies: parts::start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: the connection was made, and the future waits on

impl Future for Connect {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<TcpStream>> {
        if let Some(Ok(stream)) = &self.0 {
            let error = ready!(stream.registration().poll_event(Direction::Write, stream.place(), cx));
            return Poll::Ready(Err(error));
        }
        Poll::Ready(self.0.take().expect("a future must not be polled after its end"))
    }
}
