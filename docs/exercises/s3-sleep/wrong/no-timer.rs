//! `Pending` means: poll me again later.
//!
//! The executor polls a task again only after its waker was called, and nothing has the waker.
//!
//! Dies: timer::a_deadline_ends_a_future_that_waits
//! Says: stored its waker nowhere

impl Future for Sleep {
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.at <= Instant::now() {
            return Poll::Ready(());
        }
        Poll::Pending
    }
}
