//! What is left is what has not begun.
//!
//! A fetch in flight is dropped with the batch, and so is a page that pauses. They have no result.
//!
//! Dies: level4::what_is_left_is_returned_in_the_order_of_the_list
//! Says: no page is done before `next` has returned its result

// in place of
        self.left.into_values().collect()
// stands
        self.waiting.into_iter().map(|page| page.url).collect()
// end of block
