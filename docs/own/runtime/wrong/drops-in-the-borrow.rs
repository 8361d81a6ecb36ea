//! To remove a task from the table is to drop it.
//!
//! Its destructor may spawn and cancel. The table is still borrowed, and the second borrow panics.
//!
//! Dies: level2::a_destructor_may_spawn_wake_and_cancel
//! Says: destructor

// in place of
        let entry = self.tasks.borrow_mut().remove(&id);
        let _ = dropped(entry);
// stands
        let _ = catch_unwind(AssertUnwindSafe(|| drop(self.tasks.borrow_mut().remove(&id))));
// end of block
