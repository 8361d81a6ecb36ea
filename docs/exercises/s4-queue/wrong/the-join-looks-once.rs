//! When the join is woken, all is done.
//!
//! All was done when it was woken. Before its next poll, another task may have put something.
//!
//! Dies: parts::queue::a_join_looks_again_when_it_is_woken
//! Says: the join was woken, but there is a new item by now

impl<T> Queue<T> {
    pub async fn join(&self) {
        if self.unfinished.get() > 0 {
            let (joiner, finished) = oneshot::channel();
            self.add_joiner(joiner);
            let _ = finished.await;
        }
    }
}
