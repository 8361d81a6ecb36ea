//! One timer is enough: it is set in the first poll.
//!
//! A future may be polled with another waker each time, such as by another task. The timer must have the
//! latest one.
//!
//! Dies: parts::timer::the_latest_waker_of_a_sleep_counts
//! Says: the reactor holds the waker of the first poll

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.timer.is_none() {
            self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone()));
            return Poll::Pending;
        }
        if self.at <= Instant::now() { Poll::Ready(()) } else { Poll::Pending }
    }
}
