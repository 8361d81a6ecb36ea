//! Fetches begin in the order of the list, so their results come in that order.
//!
//! The first result is that of the fastest fetch. Nothing but its place says to which page it belongs.
//!
//! Dies: level1::results_are_in_the_order_of_the_list
//! Says: each page has a place in the list

// in place of
        self.done.insert(page.place, fetched);
// stands
        let _ = page.place;
        self.done.insert(self.done.len(), fetched);
// end of block
