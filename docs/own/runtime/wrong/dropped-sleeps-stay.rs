//! A timer that nothing waits for any more does no harm when it fires.
//!
//! Until then it holds its waker. A crawl with a time limit of a minute for each page keeps those of all pages of that
//! minute.
//!
//! Dies: level3::a_dropped_sleep_wakes_nothing_and_holds_no_waker
//! Says: a sleep was dropped, and its waker is still held

// in place of
        let _waker = self.waiters.borrow_mut().remove(&self.key);
// stands
        let _ = &self.waiters;
// end of block
