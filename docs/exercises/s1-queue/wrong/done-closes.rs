//! When the last item is done, the queue is over, and is closed.
//!
//! It is finished, which may be for now. The caller of `join` decides whether it puts more, or closes the queue.
//!
//! Dies: queue::a_finished_queue_goes_on
//! Says: it is open until `close` is called

impl<T> Queue<T> {
    pub fn task_done(&self) {
        let mut state = self.lock();
        state.unfinished = state.unfinished.checked_sub(1).expect("task_done once for each item");
        if state.unfinished == 0 {
            state.closed = true;
            self.available.notify_all();
            self.finished.notify_all();
        }
    }
}
