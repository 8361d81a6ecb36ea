//! There is one joiner.
//!
//! Each join that begins drops the sender of the other one, and so wakes it: the two wake each other without
//! end.
//!
//! Dies: parts::queue::two_joins_may_wait_at_once
//! Says: a second join has woken the first one

impl<T> Queue<T> {
    pub async fn join(&self) {
        while self.unfinished.get() > 0 {
            let (joiner, finished) = oneshot::channel();
            *self.joiners.borrow_mut() = vec![joiner];
            let _ = finished.await;
        }
    }
}
