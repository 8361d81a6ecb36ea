//! A sleep of no time is over at once.
//!
//! Such a sleep is how a task gives way to the others. The doc comment of `Sleep` promises it: the first poll
//! is `Pending`.
//!
//! Dies: parts::timer::a_sleep_of_no_time_gives_the_other_tasks_their_turn
//! Says: the first poll of a sleep must return `Pending`

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.at <= Instant::now() {
            return Poll::Ready(());
        }
        match self.timer {
            Some(timer) => self.reactor.set_waker(timer, cx.waker()),
            None => self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone())),
        }
        Poll::Pending
    }
}
