//! A task that is woken is put into the queue.
//!
//! It is correct, but a task that was woken a hundred times would be polled a hundred times.
//!
//! Dies: schedules::ready_queue::a_task_that_is_woken_again_and_again_is_queued_once
//! Says: is in the queue 3 times, not once

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        self.is_queued.store(true, SeqCst);
        self.ready.push(self.id);
    }
}
