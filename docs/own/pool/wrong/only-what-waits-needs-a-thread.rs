//! A thread is needed for each item in the queue.
//!
//! The threads that are there may all be busy: an item in flight has a thread, too.
//!
//! Dies: level2::what_the_work_puts_begins_beside_it
//! Says: this one waits for the work to end

// in place of
        if state.threads < self.0.cap.min(state.unfinished + 1) {
// stands
        if state.threads < self.0.cap.min(state.items.len() + 1) {
// end of block
