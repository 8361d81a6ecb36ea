//! A list is fetched in chunks of as many pages as may be in flight.
//!
//! A chunk takes as long as its slowest page, and the places of the others are empty until then.
//!
//! Dies: level1::a_slow_page_holds_up_no_other
//! Says: each fetch that ends makes room

// in place of
        while self.running.len() < self.options.most.max(1)
            && let Some(page) = self.waiting.pop_front()
        {
            self.running.push(self.fetch(page));
        }
// stands
        while self.running.is_empty() && !self.waiting.is_empty() {
            let chunk = self.waiting.len().min(self.options.most.max(1));
            let chunk: Vec<_> = self.waiting.drain(..chunk).collect();
            chunk.into_iter().for_each(|page| self.running.push(self.fetch(page)));
        }
// end of block
