//! Each poll sets a timer. The one of an earlier poll does no harm.
//!
//! It wakes a task that no longer waits, and stays in the reactor when the sleep is dropped, because only the
//! last timer is cancelled.
//!
//! Dies: timer::a_sleep_that_is_polled_before_its_time_waits_on
//! Says: keep the first timer

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.timer.is_some() && self.at <= Instant::now() {
            return Poll::Ready(());
        }
        self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone()));
        Poll::Pending
    }
}
