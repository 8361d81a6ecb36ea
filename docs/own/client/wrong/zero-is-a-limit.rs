//! A limit of 0 means what it says.
//!
//! Nothing would ever begin. The text says that it counts as 1.
//!
//! Dies: level1::a_limit_of_zero_counts_as_one
//! Says: the limit is 0, which counts as 1

// in place of
        while self.running.len() < self.options.most.max(1)
// stands
        while self.running.len() < self.options.most
// end of block
