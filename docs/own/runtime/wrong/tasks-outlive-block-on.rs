//! A detached task goes on in the next `block_on`.
//!
//! There may be none. Until then, its connection is open, and the peer waits.
//!
//! Dies: level2::at_the_end_of_block_on_all_tasks_are_dropped
//! Says: `block_on` has ended

// in place of
        while let Some(id) = self.0.first_task() {
            self.0.remove(id);
        }
// stands
        let _ = Runtime::first_task;
        mem::forget(self.0.tasks.take());
// end of block
