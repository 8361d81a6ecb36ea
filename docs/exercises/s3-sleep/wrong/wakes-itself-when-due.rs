//! If the time has come already, the first poll asks for the second one.
//!
//! The timer is set for that, and it is due in the next turn of the reactor. So the task is woken twice for one
//! event.
//!
//! Dies: timer::a_sleep_of_no_time_gives_the_other_tasks_their_turn
//! Says: the sleep woke its task itself: the reactor must do that

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(timer) = self.timer else {
            self.timer = Some(self.reactor.set_timer(self.at, cx.waker().clone()));
            if self.at <= Instant::now() {
                cx.waker().wake_by_ref();
            }
            return Poll::Pending;
        };
        if self.at <= Instant::now() {
            return Poll::Ready(());
        }
        self.reactor.set_waker(timer, cx.waker());
        Poll::Pending
    }
}
