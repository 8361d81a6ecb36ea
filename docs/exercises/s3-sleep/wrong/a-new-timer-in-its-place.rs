//! To replace the waker, cancel the timer and set a new one.
//!
//! The latest waker is called, but the sleep loses its place among those with the same time. And each spurious
//! poll takes a timer out and puts one in, though the waker is mostly the same.
//!
//! Dies: parts::timer::a_sleep_that_is_polled_again_keeps_its_place
//! Says: keep its timer, and only replace the waker

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(timer) = self.timer {
            if self.at <= Instant::now() {
                return Poll::Ready(());
            }
            self.reactor.cancel_timer(timer);
        }
        self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone()));
        Poll::Pending
    }
}
