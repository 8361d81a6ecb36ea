//! One `Condvar` is enough for both waits, because each thread looks again when it wakes up.
//!
//! `put` wakes one thread. If that is a joiner, it looks, and sleeps again, and the getter has never been woken.
//!
//! Dies: queue_moments::a_joiner_takes_no_wake_up_from_a_getter
//! Says: the one thread that `put` wakes was a joiner

impl<T> Queue<T> {
    pub fn task_done(&self) {
        let mut state = self.lock();
        state.unfinished = state.unfinished.checked_sub(1).expect("task_done once for each item");
        if state.unfinished == 0 {
            self.available.notify_all();
        }
    }

    pub fn join(&self) {
        let waits = |state: &mut State<T>| state.unfinished > 0 && !state.closed;
        drop(self.available.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner));
    }
}
