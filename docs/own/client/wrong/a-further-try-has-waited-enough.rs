//! After its pause, a page has waited enough, and is fetched.
//!
//! It has left its place to another one. Without a look at the limit, there are more in flight than it says.
//!
//! Dies: level3::a_further_try_waits_until_there_is_room
//! Says: the page has left its place, and must wait for one

// in place of
            page = self.pausing.select_next_some() => self.waiting.push_back(page),
// stands
            page = self.pausing.select_next_some() => self.running.push(self.fetch(page)),
// end of block
