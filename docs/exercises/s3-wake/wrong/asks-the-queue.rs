//! The queue itself knows whether the task is in it.
//!
//! It knows at the time of the look. Between the look and the push, another thread may look, too: then both push.
//!
//! Dies: ready_queue::a_task_that_two_threads_wake_is_queued_once
//! Says: only a wake-up whose `swap` has returned `false` may push

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        if !self.ready.contains(self.id) {
            self.is_queued.store(true, SeqCst);
            self.ready.push(self.id);
        }
    }
}
