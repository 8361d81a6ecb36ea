//! Results have the order of the list, here as well.
//!
//! The caller gets each result with its URL, and waits here for the slowest one.
//!
//! Dies: level4::results_come_when_they_are_there
//! Says: the results are there at seconds 1, 2, and 9

// in place of
        while self.done.is_empty() && self.turn().await {}
// stands
        let first = self.left.keys().next().copied()?;
        while !self.done.contains_key(&first) && self.turn().await {}
// end of block
