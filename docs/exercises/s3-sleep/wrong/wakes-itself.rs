//! A future that is not ready asks to be polled again.
//!
//! It would be polled without end until its time has come: one sleep takes a whole processor.
//!
//! Dies: timer::a_sleep_that_is_polled_before_its_time_waits_on
//! Says: the sleep woke its task itself

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.timer.is_some() && self.at <= Instant::now() {
            return Poll::Ready(());
        }
        self.cancel();
        self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone()));
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
