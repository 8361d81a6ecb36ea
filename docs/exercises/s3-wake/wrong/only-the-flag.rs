//! To wake a task is to mark it as ready.
//!
//! The executor polls what is in the queue. It looks at no flag.
//!
//! Dies: schedules::ready_queue::a_task_that_is_woken_is_queued
//! Says: a task was woken for the first time, and is not in the queue

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        self.is_queued.store(true, SeqCst);
    }
}
