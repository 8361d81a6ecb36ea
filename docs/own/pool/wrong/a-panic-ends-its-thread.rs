//! A thread whose work panics ends. The count is right, so that does no harm.
//!
//! The thread is counted still, and no other one takes its place. After `cap` panics, nothing begins any more.
//!
//! Dies: level2::a_panic_costs_its_item_alone
//! Says: a thread is lost

// in place of
            thread::spawn(move || Pool(shared).run());
// stands
            thread::spawn(move || mem::ManuallyDrop::new(Pool(shared)).run());
// end of block

// in place of
            let _ = catch_unwind(AssertUnwindSafe(|| (self.0.work)(self, item)));
// stands
            let result = catch_unwind(AssertUnwindSafe(|| (self.0.work)(self, item)));
// end of block

// in place of
            state.unfinished -= 1;
            if state.unfinished == 0 {
                self.0.finished.notify_all();
            }
// stands
            state.unfinished -= 1;
            if state.unfinished == 0 {
                self.0.finished.notify_all();
            }
            drop(state);
            if result.is_err() {
                return;
            }
// end of block
