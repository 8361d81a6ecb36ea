//! First wait, and then look.
//!
//! If nothing is unfinished, no `task_done` comes any more, and nothing ends the wait.
//!
//! Dies: parts::queue::a_join_of_a_queue_without_items_is_ready_at_once
//! Says: look at `unfinished` first

impl<T> Queue<T> {
    pub async fn join(&self) {
        loop {
            let (joiner, finished) = oneshot::channel();
            self.joiners.borrow_mut().push(joiner);
            let _ = finished.await;
            if self.unfinished.get() == 0 {
                return;
            }
        }
    }
}
