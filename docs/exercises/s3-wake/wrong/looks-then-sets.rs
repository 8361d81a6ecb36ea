//! Whether it is queued is known after a look at the flag.
//!
//! Between the look and the store, another thread may look, too: then both push.
//!
//! Dies: schedules::ready_queue::a_task_that_two_threads_wake_is_queued_once
//! Says: only a wake-up whose `swap` has returned `false` may push

impl Wake for TaskWaker {
    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_queued.load(SeqCst) {
            self.is_queued.store(true, SeqCst);
            self.ready.push(self.id);
        }
    }
}
