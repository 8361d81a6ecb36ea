//! A `task_done` too many does no harm: the count stays at 0.
//!
//! It was meant for another item. A join ends too early, and nothing says why.
//!
//! Dies: level6::an_item_cannot_be_done_twice
//! Says: a panic says where the mistake is

// in place of
        self.unfinished.set(self.unfinished.get().checked_sub(1).expect("call task_done once for each item"));
// stands
        self.unfinished.set(self.unfinished.get().saturating_sub(1));
// end of block
