//! When all is done, the workers must end, so `join` closes the queue.
//!
//! `join` returns when nothing is unfinished. More may be put after that: its caller decides whether the crawl is over.
//!
//! Dies: queue_moments::a_finished_queue_goes_on
//! Says: only `close` closes the queue

impl<T> Queue<T> {
    pub fn join(&self) {
        let waits = |state: &mut State<T>| state.unfinished > 0 && !state.closed;
        let waited = self.finished.wait_while(self.lock(), waits);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.closed = true;
        self.available.notify_all();
    }
}
