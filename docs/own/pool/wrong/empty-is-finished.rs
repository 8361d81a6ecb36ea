//! When the queue is empty, all is done.
//!
//! The item that is worked on has left the queue, and may lead to more.
//!
//! Dies: level2::join_waits_for_items_that_are_put_meanwhile
//! Says: an empty queue is not a finished one

// in place of
        drop(self.0.finished.wait_while(lock(&self.0.state), |state| state.unfinished > 0 && !state.closed));
// stands
        drop(self.0.finished.wait_while(lock(&self.0.state), |state| !state.items.is_empty() && !state.closed));
// end of block
