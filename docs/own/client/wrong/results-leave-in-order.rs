//! Results have the order of the list, so they leave the window in that order.
//!
//! A page that is there waits in the window for all before it, and takes the place of another fetch. This is
//! how `buffered` works.
//!
//! Dies: level1::a_slow_page_holds_up_no_other
//! Says: even while an earlier one of the list is in flight

// in place of
use futures::stream::{FuturesUnordered, StreamExt};
// stands
use futures::stream::{FuturesOrdered, FuturesUnordered, StreamExt};
// end of block

// in place of
    running: FuturesUnordered<LocalBoxFuture<'a, (Page, Fetched)>>,
// stands
    running: FuturesOrdered<LocalBoxFuture<'a, (Page, Fetched)>>,
// end of block

// in place of
            running: FuturesUnordered::new(),
// stands
            running: FuturesOrdered::new(),
// end of block

// in place of
            self.running.push(self.fetch(page));
// stands
            self.running.push_back(self.fetch(page));
// end of block
