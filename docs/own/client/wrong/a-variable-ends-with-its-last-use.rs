//! A future that nothing uses any more is gone.
//!
//! A variable is dropped at the end of its block, however early its last use is. The late fetch is there
//! during the pause.
//!
//! Dies: level3::a_late_try_is_dropped_and_tried_again
//! Says: a future that is pinned in a block lives to the end of the block

// in place of
        let net = self.net;
        // level 2
        let deadline = self.options.deadline;
        // end
        Box::pin(async move {
            let fetch = net.fetch(&page.url);
            // level 2
            let fetch = in_time(net, deadline, fetch);
            // end
            let fetched = fetch.await;
            (page, fetched)
        })
// stands
        let (net, options) = (self.net, self.options.clone());
        Box::pin(async move {
            let mut pauses = 0;
            let fetched = loop {
                let mut fetch = pin!(net.fetch(&page.url));
                let fetched = in_time(net, options.deadline, fetch.as_mut()).await;
                if pauses + 1 >= options.tries || !fetched.as_ref().is_err_and(Error::is_worth_a_try) {
                    break fetched;
                }
                net.sleep(options.pause * 2u32.pow(pauses)).await;
                pauses += 1;
            };
            (Page { pauses: options.tries, ..page }, fetched)
        })
// end of block
