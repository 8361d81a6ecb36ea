//! A timer needs no more than whole milliseconds.
//!
//! Rounded down, it fires too early. The poll that comes then sets one that is due at once: the task is polled again
//! and again until the time has come.
//!
//! Dies: parts::timer::a_sleep_that_nothing_else_wakes_is_polled_twice
//! Says: the timer has woken the task before the time of the sleep

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.timer.is_some() && self.at <= Instant::now() {
            return Poll::Ready(());
        }
        if let Some(timer) = self.timer {
            self.reactor.cancel_timer(timer);
        }
        let left = self.at.saturating_duration_since(Instant::now());
        let left = Duration::from_millis(left.as_millis() as u64);
        self.timer = Some(self.reactor.set_timer(Instant::now() + left, cx.waker().clone()));
        Poll::Pending
    }
}
