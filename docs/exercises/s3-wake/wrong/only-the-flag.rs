//! To wake a task is to mark it as ready.
//!
//! The executor polls what is in the queue. It looks at no flag.
//!
//! Dies: ready_queue::two_tasks_that_two_threads_wake_are_both_queued
//! Says: each task that was woken must be in the queue

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        self.is_queued.store(true, SeqCst);
    }
}
