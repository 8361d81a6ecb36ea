//! One `Condvar` is enough, because each thread looks again when it is woken.
//!
//! `put` wakes one thread. If that is in `join`, it looks, and sleeps again, and the free thread was never woken.
//!
//! Dies: level2::a_join_takes_no_wake_up_from_a_free_thread
//! Says: the one thread that `put` woke was in `join`

// in place of
        drop(self.0.finished.wait_while(lock(&self.0.state), |state| state.unfinished > 0 && !state.closed));
// stands
        drop(self.0.available.wait_while(lock(&self.0.state), |state| state.unfinished > 0 && !state.closed));
// end of block

// in place of
            state.unfinished -= 1;
            if state.unfinished == 0 {
                self.0.finished.notify_all();
            }
// stands
            state.unfinished -= 1;
            if state.unfinished == 0 {
                self.0.available.notify_all();
            }
// end of block
