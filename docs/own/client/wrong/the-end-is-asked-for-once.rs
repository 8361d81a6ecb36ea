//! The caller knows how long its list is.
//!
//! The end is what `next` says. A caller that loops until `None` hangs, and so does its thread.
//!
//! Dies: level4::after_the_last_result_there_is_none_each_time
//! Says: a poll does not return

// in place of
        while self.done.is_empty() && self.turn().await {}
// stands
        while self.done.is_empty() {
            self.turn().await;
        }
// end of block
