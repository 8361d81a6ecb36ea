//! If the connect has not ended, ask again in the next poll.
//!
//! A poll that wakes its own task comes at once, and the next one, too: the thread does nothing else.
//!
//! Dies: start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: the future woke its task itself

impl Future for Connect {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<TcpStream>> {
        if let Some(Ok(stream)) = &self.0 {
            match connect_outcome(stream.registration().socket()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
                outcome => outcome?,
            }
        }
        Poll::Ready(self.0.take().expect("a future must not be polled after its end"))
    }
}
