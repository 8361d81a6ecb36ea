//! A sleep stores its waker when it sets the timer.
//!
//! It may be polled by another task later. The first one is woken, and the one that waits is not.
//!
//! Dies: level3::the_latest_waker_of_a_sleep_counts
//! Says: still holds the first one

// in place of
        let _old = self.waiters.borrow_mut().insert(self.key, cx.waker().clone());
// stands
        self.waiters.borrow_mut().entry(self.key).or_insert_with(|| cx.waker().clone());
// end of block
