//! A handle looks for the result whenever it is polled.
//!
//! Nothing polls it again, unless the end of the task wakes its awaiter.
//!
//! Dies: level2::the_handle_of_a_task_has_its_output
//! Says: the end of a task wakes its awaiter

// in place of
            completion.awaiter.take().into_iter().for_each(Waker::wake);
// stands
            drop(completion.awaiter.take());
// end of block
