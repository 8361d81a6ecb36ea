//! A `Vec` is a queue, too: `push` and `pop`.
//!
//! `pop` takes the item that was put last. The first one waits until all others are done.
//!
//! Dies: level2::items_begin_in_the_order_of_put
//! Says: do not begin in the order of `put`

// in place of
        let next = || available().unwrap_or_else(PoisonError::into_inner).items.pop_front();
// stands
        let next = || available().unwrap_or_else(PoisonError::into_inner).items.pop_back();
// end of block
