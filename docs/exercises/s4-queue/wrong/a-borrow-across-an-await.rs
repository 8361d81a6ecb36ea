//! A borrow ends when its variable is no longer used.
//!
//! That holds for references. A guard such as `RefMut` lives to the end of its block, and the future waits in
//! that block.
//!
//! Dies: parts::queue::two_joins_may_wait_at_once
//! Says: the first join holds a borrow across its await

impl<T> Queue<T> {
    pub async fn join(&self) {
        while self.unfinished.get() > 0 {
            let mut joiners = self.joiners.borrow_mut();
            let (joiner, finished) = oneshot::channel();
            joiners.push(joiner);
            let _ = finished.await;
        }
    }
}
