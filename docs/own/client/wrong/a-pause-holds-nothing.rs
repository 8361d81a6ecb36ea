//! A pause holds no connection, so it may be dropped.
//!
//! It holds the page. With the future of `next`, the page is gone.
//!
//! Dies: level4::a_next_that_is_dropped_during_a_pause_loses_no_page
//! Says: a page that pauses must belong to the batch

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
        let mut pausing = std::mem::take(&mut self.pausing);
        select_biased! {
            (page, fetched) = self.running.select_next_some() => self.fetched(page, fetched),
            page = pausing.select_next_some() => self.waiting.push_back(page),
            complete => return false,
        }
        self.pausing.extend(pausing);
        true
// end of block
