//! A stream that has returned `None` has ended, so `fuse` it.
//!
//! A `FuturesUnordered` returns `None` whenever it is empty, and goes on after a push. A fused one does not.
//!
//! Dies: level3::a_broken_fetch_is_tried_again
//! Says: each page is there in its second try

// in place of
use futures::stream::{FuturesUnordered, StreamExt};
// stands
use futures::stream::{Fuse, FuturesUnordered, StreamExt};
// end of block

// in place of
    running: FuturesUnordered<LocalBoxFuture<'a, (Page, Fetched)>>,
// stands
    running: Fuse<FuturesUnordered<LocalBoxFuture<'a, (Page, Fetched)>>>,
// end of block

// in place of
            running: FuturesUnordered::new(),
// stands
            running: FuturesUnordered::new().fuse(),
// end of block

// in place of
        while self.running.len() < self.options.most.max(1)
            && let Some(page) = self.waiting.pop_front()
        {
            self.running.push(self.fetch(page));
        }
// stands
        while self.running.get_ref().len() < self.options.most.max(1)
            && let Some(page) = self.waiting.pop_front()
        {
            let fetch = self.fetch(page);
            self.running.get_mut().push(fetch);
        }
// end of block
