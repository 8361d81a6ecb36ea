//! A task is no longer woken when its poll has returned.
//!
//! A wake-up during the poll found the flag set, and was not queued. It is forgotten with the flag.
//!
//! Dies: level2::a_task_that_is_woken_during_its_own_poll_is_polled_again
//! Says: a wake-up during a poll counts for the next one

// in place of
        entry.waker.begin_poll();
// stands

// end of block
// in place of
        entry.future.set(Some(future));
// stands
        entry.waker.begin_poll();
        entry.future.set(Some(future));
// end of block
