//! If the connect has not ended, the future is pending.
//!
//! `connect_outcome` only asks. Without `poll_io`, no waker is stored, and the task is never polled again.
//!
//! Dies: parts::start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: the reactor does not hold the task's waker

impl Future for Connect {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<TcpStream>> {
        if let Some(Ok(stream)) = &self.0 {
            match connect_outcome(stream.registration().socket()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Poll::Pending,
                outcome => outcome?,
            }
        }
        Poll::Ready(self.0.take().expect("a future must not be polled after its end"))
    }
}
