//! Once the time has come, the timer has fired.
//!
//! A poll may come between the two. Then the timer is still in the reactor, and without `self.timer`, the drop of the
//! sleep cannot cancel it.
//!
//! Dies: parts::timer::a_sleep_that_is_ready_before_its_timer_fires_cancels_it
//! Says: its timer is still in the reactor

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(timer) = self.timer else {
            self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone()));
            return Poll::Pending;
        };
        if self.at <= Instant::now() {
            self.timer = None;
            return Poll::Ready(());
        }
        self.reactor.set_waker(timer, cx.waker());
        Poll::Pending
    }
}
