//! What a function takes out of a field, it puts back at its end.
//!
//! A future that is dropped has no end. The fetches in flight are dropped with it, and their pages are lost.
//!
//! Dies: level4::a_dropped_next_restarts_no_fetch
//! Says: they must belong to the batch

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
        let mut running = std::mem::take(&mut self.running);
        let fetched = select_biased! {
            fetched = running.select_next_some() => Some(fetched),
            page = self.pausing.select_next_some() => {
                self.waiting.push_back(page);
                None
            }
            complete => return false,
        };
        self.running = running;
        if let Some((page, fetched)) = fetched {
            self.fetched(page, fetched);
        }
        true
// end of block
