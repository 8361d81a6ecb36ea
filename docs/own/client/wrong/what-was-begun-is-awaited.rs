//! A sleep that was begun must be awaited to its end.
//!
//! A future may be dropped, and that ends it. Here, each page takes as long as its deadline.
//!
//! Dies: level2::a_page_in_time_does_not_wait_for_its_deadline
//! Says: whichever comes first, ends the wait

// in place of
        Either::Left((fetched, _)) => fetched,
// stands
        Either::Left((fetched, sleep)) => {
            sleep.await;
            fetched
        }
// end of block
