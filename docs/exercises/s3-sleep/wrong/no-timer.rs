//! `Pending` means: poll me again later.
//!
//! The executor polls a task again only after its waker was called, and nothing has the waker.
//!
//! Dies: parts::timer::a_sleep_that_is_polled_before_its_time_waits_on
//! Says: the reactor has no waker of it: nothing wakes its task

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.at <= Instant::now() {
            return Poll::Ready(());
        }
        Poll::Pending
    }
}
