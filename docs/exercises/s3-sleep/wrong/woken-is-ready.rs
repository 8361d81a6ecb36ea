//! The second poll comes from the timer, so the time has come.
//!
//! A wake-up may be spurious: any poll may come too early, and must look at the clock.
//!
//! Dies: parts::timer::a_sleep_that_is_polled_before_its_time_waits_on
//! Says: poll 2 came before the time, and ended the sleep: look at the clock

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.timer.is_some() {
            return Poll::Ready(());
        }
        self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone()));
        Poll::Pending
    }
}
