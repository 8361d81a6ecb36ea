//! A fetch that has failed is tried again.
//!
//! The server has said that there is no such page. It will say so again.
//!
//! Dies: level3::a_missing_page_is_not_tried_again
//! Says: only some errors are worth a try

// in place of
        if pauses < self.options.tries && fetched.as_ref().is_err_and(Error::is_worth_a_try) {
// stands
        if pauses < self.options.tries && fetched.is_err() {
// end of block
