//! A future costs little, so all fetches may begin at once.
//!
//! The future is cheap. What it begins with its first poll is a connection, and the server pays for it, too.
//!
//! Dies: level1::no_more_fetches_are_in_flight_than_the_limit_says
//! Says: 2 fetches may be in flight, and another number was

// in place of
        while self.running.len() < self.options.most.max(1)
            && let Some(page) = self.waiting.pop_front()
        {
            self.running.push(self.fetch(page));
        }
// stands
        while let Some(page) = self.waiting.pop_front() {
            self.running.push(self.fetch(page));
        }
// end of block
