//! A task that returns `Pending` goes back into the table.
//!
//! It may have cancelled itself during this poll. Then it must not be polled again.
//!
//! Dies: level2::a_task_that_cancels_itself_is_dropped_after_its_poll
//! Says: a task cancelled itself in its first poll

// in place of
        entry.future.set(Some(future));
// stands
        entry.future.set(Some(future));
        self.tasks.borrow_mut().insert(id, Rc::clone(&entry));
// end of block
