//! A page that is late has had its time.
//!
//! The deadline is that of one try. The next one may get an answer at once.
//!
//! Dies: level3::a_late_try_is_dropped_and_tried_again
//! Says: a late one is worth another

// in place of
        if pauses < self.options.tries && fetched.as_ref().is_err_and(Error::is_worth_a_try) {
// stands
        let is_worth = |error: &Error| error.is_worth_a_try() && *error != Error::Late;
        if pauses < self.options.tries && fetched.as_ref().is_err_and(is_worth) {
// end of block
