//! A connect is waited for in a loop.
//!
//! The loop blocks the thread, and with it all tasks. A poll must return, and let the poller wait.
//!
//! Dies: parts::start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: a poll does not return

impl Future for Connect {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<TcpStream>> {
        if let Some(Ok(stream)) = &self.0 {
            loop {
                match connect_outcome(stream.registration().socket()) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    outcome => break outcome?,
                }
            }
        }
        Poll::Ready(self.0.take().expect("a future must not be polled after its end"))
    }
}
