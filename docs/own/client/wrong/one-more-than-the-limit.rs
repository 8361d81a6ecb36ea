//! A fetch may begin as long as there are not more than the limit.
//!
//! When as many are in flight as the limit says, there is no room: the next one would be one too many.
//!
//! Dies: level1::no_more_fetches_are_in_flight_than_the_limit_says
//! Says: 2 fetches may be in flight, and another number was

// in place of
        while self.running.len() < self.options.most.max(1)
// stands
        while self.running.len() <= self.options.most.max(1)
// end of block
