//! The task was woken, so all its futures are polled.
//!
//! A wake-up concerns one of them. With 100 in flight, each wake-up costs 100 polls. This is how `select_all`
//! works.
//!
//! Dies: level1::only_what_was_woken_is_polled
//! Says: a wake-up concerns one fetch

// in place of
use futures::future::LocalBoxFuture;
// stands
use futures::future::{FutureExt, LocalBoxFuture, select_all};
// end of block

// in place of
    running: FuturesUnordered<LocalBoxFuture<'a, (Page, Fetched)>>,
// stands
    running: Vec<LocalBoxFuture<'a, (Page, Fetched)>>,
// end of block

// in place of
            running: FuturesUnordered::new(),
// stands
            running: Vec::new(),
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
        let any = !self.running.is_empty();
        let mut running = if any { select_all(self.running.iter_mut()).fuse() } else { futures::future::Fuse::terminated() };
        let ended = select_biased! {
            ((page, fetched), place, _) = running => (place, page, fetched),
            page = self.pausing.select_next_some() => {
                self.waiting.push_back(page);
                return true;
            }
            complete => return false,
        };
        drop(running);
        let (place, page, fetched) = ended;
        drop(self.running.swap_remove(place));
        self.fetched(page, fetched);
        true
// end of block
