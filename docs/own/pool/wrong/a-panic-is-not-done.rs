//! An item whose work panics is not done.
//!
//! Nothing will do it, and `join` waits for ever: done means that the work has ended, however it did.
//!
//! Dies: level2::a_panic_costs_its_item_alone
//! Says: an item is done, however its work ends

// in place of
            let _ = catch_unwind(AssertUnwindSafe(|| (self.0.work)(self, item)));
// stands
            if catch_unwind(AssertUnwindSafe(|| (self.0.work)(self, item))).is_err() {
                continue;
            }
// end of block
