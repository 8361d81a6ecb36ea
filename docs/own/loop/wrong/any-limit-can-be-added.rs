//! A limit can be added to the time that it is now.
//!
//! A sum that no clock can show is a panic.
//!
//! Dies: level2::a_limit_may_be_as_long_as_a_duration
//! Says: no clock counts so far

// in place of
        self.limit = limit.min(FOREVER);
// stands
        self.limit = limit;
// end of block
