//! The pool is finished once, so one notification is enough.
//!
//! Any number of threads may be in `join`, and the end concerns each of them.
//!
//! Dies: level2::every_join_returns
//! Says: the end concerns each of them

// in place of
            state.unfinished -= 1;
            if state.unfinished == 0 {
                self.0.finished.notify_all();
            }
// stands
            state.unfinished -= 1;
            if state.unfinished == 0 {
                self.0.finished.notify_one();
            }
// end of block
