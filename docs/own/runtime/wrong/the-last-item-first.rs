//! The order of the items does not matter, and a `Vec` is simpler.
//!
//! A crawl goes down into one part of a site, and the rest of the links is kept for long.
//!
//! Dies: level6::workers_take_all_items_in_their_order_until_the_queue_is_joined
//! Says: first in, first out

// in place of
        let pop = || self.items.borrow_mut().pop_front();
// stands
        let pop = || self.items.borrow_mut().pop_back();
// end of block
