//! First the task is in the queue, then the flag may say so.
//!
//! The executor may take the task, clear the flag and poll in between. Then the flag is set again, and stays
//! so.
//!
//! Dies: schedules::ready_queue::a_task_that_was_polled_can_be_woken_again
//! Says: was it set after the push

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_queued.load(SeqCst) {
            self.ready.push(self.id);
            self.is_queued.store(true, SeqCst);
        }
    }
}
