//! The limit lies between 1 and the number of pages, so `clamp` it.
//!
//! An empty list has no pages. Then 1 is more than their number, and `clamp` panics.
//!
//! Dies: level1::an_empty_list_is_ready_at_once
//! Says: min

// in place of
        let pages = urls.into_iter().enumerate();
// stands
        let options = Options { most: options.most.clamp(1, urls.len()), ..options };
        let pages = urls.into_iter().enumerate();
// end of block
