//! `swap` returns whether the flag is set, and then the task is to be pushed.
//!
//! It returns the *old* value. The first wake-up finds `false`, and it is the one that pushes.
//!
//! Dies: ready_queue::a_task_that_is_woken_is_queued
//! Says: a task was woken for the first time, and is not in the queue

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        if self.is_queued.swap(true, SeqCst) {
            self.ready.push(self.id);
        }
    }
}
