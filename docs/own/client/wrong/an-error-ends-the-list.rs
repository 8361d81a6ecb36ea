//! An error ends the list, as `?` does.
//!
//! One page is missing, and the caller wants the others. An error is one of the results.
//!
//! Dies: level1::an_error_costs_only_its_own_page
//! Says: an error is a result, and ends no other fetch

// in place of
        self.done.insert(page.place, fetched);
// stands
        if fetched.is_err() {
            self.waiting.clear();
            self.running.clear();
        }
        self.done.insert(page.place, fetched);
// end of block
