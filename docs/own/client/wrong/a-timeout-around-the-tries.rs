//! A page has its deadline, so the timeout is around all tries.
//!
//! The first try and the pause take the time of the second one.
//!
//! Dies: level3::each_try_has_its_own_deadline
//! Says: the other try and the pause do not count

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
            let tries = async {
                let mut pauses = 0;
                loop {
                    let fetched = net.fetch(&page.url).await;
                    if pauses + 1 >= options.tries || !fetched.as_ref().is_err_and(Error::is_worth_a_try) {
                        return fetched;
                    }
                    net.sleep(options.pause * 2u32.pow(pauses)).await;
                    pauses += 1;
                }
            };
            let fetched = in_time(net, options.deadline, tries).await;
            (Page { pauses: options.tries, ..page }, fetched)
        })
// end of block
