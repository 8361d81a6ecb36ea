//! When no fetch is in flight and none waits, the list is done.
//!
//! A page that pauses is neither. It has a further try, and no result yet.
//!
//! Dies: level3::a_broken_fetch_is_tried_again
//! Says: it is not done either

// in place of
        select_biased! {
            (page, fetched) = self.running.select_next_some() => self.fetched(page, fetched),
            // level 3
            page = self.pausing.select_next_some() => self.waiting.push_back(page),
            // end
            complete => return false,
        }
        true
// stands
        if self.running.is_empty() {
            return false;
        }

        select_biased! {
            (page, fetched) = self.running.select_next_some() => self.fetched(page, fetched),
            // level 3
            page = self.pausing.select_next_some() => self.waiting.push_back(page),
            // end
            complete => return false,
        }
        true
// end of block
