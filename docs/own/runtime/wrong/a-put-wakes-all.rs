//! A new item wakes all getters: the first that is polled takes it.
//!
//! A thousand workers are polled for each item, and all but one go on waiting.
//!
//! Dies: level6::a_put_wakes_one_getter_and_dropped_ones_leave_nothing
//! Says: one item was put

// in place of
        self.unfinished.set(self.unfinished.get() + 1);
        wake_first(&self.getters, ..);
// stands
        self.unfinished.set(self.unfinished.get() + 1);
        while wake_first(&self.getters, ..) {}
// end of block
