//! Before `block_on` returns the output, it drops the tasks.
//!
//! If the main future panics, it returns nothing, and the tasks stay.
//!
//! Dies: level2::at_the_end_of_block_on_all_tasks_are_dropped
//! Says: with a panic: true

// in place of
        while let Some(id) = self.0.first_task() {
            self.0.remove(id);
        }
// stands
        if thread::panicking() {
            mem::forget(self.0.tasks.take());
        }
        while let Some(id) = self.0.first_task() {
            self.0.remove(id);
        }
// end of block
