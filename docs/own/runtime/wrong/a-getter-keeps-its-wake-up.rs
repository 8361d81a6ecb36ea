//! A getter that was dropped needs no item, so there is nothing to do.
//!
//! It was woken for an item. That lies there now, and the next getter waits.
//!
//! Dies: level6::a_dropped_getter_passes_its_wake_up_on
//! Says: it must wake the next one

// in place of
        if !self.0.items.borrow().is_empty() {
// stands
        if self.0.items.borrow().len() > usize::MAX / 2 {
// end of block
