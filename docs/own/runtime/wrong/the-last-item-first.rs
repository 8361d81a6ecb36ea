//! The order of the items does not matter, and a `Vec` is simpler.
//!
//! A crawl goes down into one part of a site, and the rest of the links is kept for long.
//!
//! Dies: level6::the_first_item_that_was_put_is_the_first_that_is_taken
//! Says: first in, first out

// in place of
        let pop = || self.items.borrow_mut().pop_front();
// stands
        let pop = || self.items.borrow_mut().pop_back();
// end of block
