//! To miss nothing, a sleep stores the latest waker first, and only then looks at the clock.
//!
//! A timer that has fired is no longer in the reactor, and `set_waker` sets it again. As long as the sleep is kept, the
//! next turn wakes the task once more, for nothing.
//!
//! Dies: parts::timer::a_sleep_of_no_time_gives_the_other_tasks_their_turn
//! Says: the last poll has set it again

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(timer) = self.timer else {
            self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone()));
            return Poll::Pending;
        };
        self.reactor.set_waker(timer, cx.waker());
        if self.at <= Instant::now() { Poll::Ready(()) } else { Poll::Pending }
    }
}
