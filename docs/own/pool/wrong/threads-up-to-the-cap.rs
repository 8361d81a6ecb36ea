//! A pool has `cap` threads, so `put` starts one until they are there.
//!
//! One thread is enough for items that come one after another. A stack is reserved for each.
//!
//! Dies: level2::threads_are_started_only_as_needed
//! Says: a free thread takes the next one

// in place of
        if state.threads < self.0.cap.min(state.unfinished + 1) {
// stands
        if state.threads < self.0.cap {
// end of block
