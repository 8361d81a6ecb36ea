//! A future that is not ready asks to be polled again.
//!
//! It would be polled without end until its time has come: one sleep takes a whole processor.
//!
//! Dies: timer::a_sleep_that_is_polled_before_its_time_waits_on
//! Says: the sleep woke its task itself

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        cx.waker().wake_by_ref();
        let Some(timer) = self.timer else {
            self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone()));
            return Poll::Pending;
        };
        if self.at <= Instant::now() {
            return Poll::Ready(());
        }
        self.reactor.set_waker(timer, cx.waker());
        Poll::Pending
    }
}
