//! A join stores its waker once.
//!
//! It may be polled with another waker later. Only that one wakes what waits.
//!
//! Dies: level6::the_latest_waker_of_a_join_counts
//! Says: the waker of the latest poll

// in place of
        poll_fn(|cx| if self.unfinished.get() == 0 { Poll::Ready(()) } else { joiner.wait(cx) }).await;
// stands
        let wait = |cx: &mut Context<'_>| {
            let is_known = self.joiners.borrow().contains_key(&joiner.key);
            if is_known { Poll::Pending } else { joiner.wait(cx) }
        };
        poll_fn(|cx| if self.unfinished.get() == 0 { Poll::Ready(()) } else { wait(cx) }).await;
// end of block
