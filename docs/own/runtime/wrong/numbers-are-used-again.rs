//! The number of a task that has ended is free for the next one.
//!
//! Wakers of the ended task may still be called. They would wake the new one.
//!
//! Dies: level2::the_waker_of_a_task_that_has_ended_wakes_no_other_task
//! Says: was polled for it

// in place of
        let id = next_number();
        let waker = TaskWaker::new(id, &self.ready);
// stands
        let id = (MAIN + 1..).find(|id| !self.tasks.borrow().contains_key(id)).expect("there are many");
        let waker = TaskWaker::new(id, &self.ready);
// end of block
