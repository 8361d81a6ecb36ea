//! Each wake-up leads to a poll.
//!
//! A wake-up says that there is something to see. One poll sees all that there is, so wake-ups before it are one.
//!
//! Dies: level1::many_wake_ups_before_a_poll_lead_to_one_poll
//! Says: one poll answers all wake-ups that come before it

// in place of
        if self.is_woken.swap(true, SeqCst) {
            return;
        }
// stands
        self.is_woken.swap(true, SeqCst);
// end of block
