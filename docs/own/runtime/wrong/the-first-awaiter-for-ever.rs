//! A handle has one awaiter, so its waker is stored once.
//!
//! The future that awaits it may move to another task, or be polled by `select`, with another waker each time.
//!
//! Dies: level2::the_latest_waker_of_an_awaiter_counts
//! Says: the latest waker was called so often

// in place of
        self.completion.awaiter.set(Some(cx.waker().clone()));
// stands
        let first = self.completion.awaiter.take().unwrap_or_else(|| cx.waker().clone());
        self.completion.awaiter.set(Some(first));
// end of block
