//! One event is one read.
//!
//! No event reports what is left, nor the end that has come with it.
//!
//! Dies: level1::what_has_come_with_one_event_is_echoed_to_its_end
//! Says: one event reports them all

// in place of
const BUDGET: usize = 8;
// stands
const BUDGET: usize = 2;
// end of block

// in place of
            Ok(BUDGET) => self.unfinished.push(token),
// stands
// end of block
