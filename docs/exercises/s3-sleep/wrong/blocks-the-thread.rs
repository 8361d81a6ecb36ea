//! To sleep is to call `thread::sleep`.
//!
//! The thread runs all tasks, so all of them sleep. A poll must return at once.
//!
//! Dies: parts::timer::a_sleep_that_is_polled_before_its_time_waits_on
//! Says: the poll blocked the thread until the time came: it must return at once

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        std::thread::sleep(self.at.saturating_duration_since(Instant::now()));
        Poll::Ready(())
    }
}
