//! `tries` says how often a fetch is repeated.
//!
//! The first fetch is a try, too: `tries` counts all of them.
//!
//! Dies: level3::after_the_last_try_its_error_is_the_result_at_once
//! Says: the first one is a try, too

// in place of
        if pauses < self.options.tries && fetched.as_ref().is_err_and(Error::is_worth_a_try) {
// stands
        if pauses <= self.options.tries && fetched.as_ref().is_err_and(Error::is_worth_a_try) {
// end of block
