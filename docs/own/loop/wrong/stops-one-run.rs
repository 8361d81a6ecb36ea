//! A stop is for one `run`.
//!
//! A server that is stopped stays stopped.
//!
//! Dies: level3::a_stop_before_run_counts_and_goes_on_to_count
//! Says: once and then again

// in place of
            if self.unfinished.contains(&STOP) {
// stands
            if self.unfinished.contains(&STOP) {
                self.unfinished.clear();
// end of block
