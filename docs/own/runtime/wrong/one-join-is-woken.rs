//! The last `task_done` wakes the join.
//!
//! There may be several, and each waits for the same.
//!
//! Dies: level6::every_join_is_woken_but_those_that_were_dropped
//! Says: `task_done` must wake every join

// in place of
        while self.unfinished.get() == 0 && wake_first(&self.joiners, ..) {}
// stands
        if self.unfinished.get() == 0 {
            wake_first(&self.joiners, ..);
        }
// end of block
