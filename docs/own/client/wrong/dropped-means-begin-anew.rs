//! What was in flight when `next` was dropped is fetched anew.
//!
//! Nothing is lost, but the server is asked twice. `select!` in a loop drops the future of its other arm in
//! each round.
//!
//! Dies: level4::a_dropped_next_restarts_no_fetch
//! Says: three fetches did not begin once each

// in place of
pub struct Batch<'a, N> {
    net: &'a N,
// stands
pub struct Batch<'a, N> {
    net: &'a N,
    is_waiting: bool,
// end of block

// in place of
        Batch {
            net,
// stands
        Batch {
            net,
            is_waiting: false,
// end of block

// in place of
        while self.running.len() < self.options.most.max(1)
            && let Some(page) = self.waiting.pop_front()
        {
            self.running.push(self.fetch(page));
        }
// stands
        if std::mem::replace(&mut self.is_waiting, true) {
            self.running.clear();
            self.pausing.clear();
            let left = self.left.clone().into_iter();
            self.waiting = left.map(|(place, url)| Page { place, url, pauses: 0 }).collect();
        }

        while self.running.len() < self.options.most.max(1)
            && let Some(page) = self.waiting.pop_front()
        {
            self.running.push(self.fetch(page));
        }
// end of block

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
        select_biased! {
            (page, fetched) = self.running.select_next_some() => self.fetched(page, fetched),
            // level 3
            page = self.pausing.select_next_some() => self.waiting.push_back(page),
            // end
            complete => return false,
        }
        self.is_waiting = false;
        true
// end of block
