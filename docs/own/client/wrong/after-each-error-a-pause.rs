//! After each error there is a pause, and then it is decided how to go on.
//!
//! After the last try nothing follows. The caller waits for an error that is known.
//!
//! Dies: level3::after_the_last_try_its_error_is_the_result_at_once
//! Says: no pause follows the last try

// in place of
    pausing: FuturesUnordered<LocalBoxFuture<'a, Page>>,
// stands
    pausing: FuturesUnordered<LocalBoxFuture<'a, (Page, Fetched)>>,
// end of block

// in place of
            page = self.pausing.select_next_some() => self.waiting.push_back(page),
// stands
            (page, fetched) = self.pausing.select_next_some() => {
                if page.pauses < self.options.tries {
                    self.waiting.push_back(page);
                } else {
                    self.done.insert(page.place, fetched);
                }
            }
// end of block

// in place of
        if pauses < self.options.tries && fetched.as_ref().is_err_and(Error::is_worth_a_try) {
// stands
        if fetched.as_ref().is_err_and(Error::is_worth_a_try) {
// end of block

// in place of
                Page { pauses, ..page }
// stands
                (Page { pauses, ..page }, fetched)
// end of block
