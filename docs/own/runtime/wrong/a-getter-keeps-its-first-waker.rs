//! A getter is in the list from its first poll on.
//!
//! It may be polled with another waker later. Only that one wakes what waits.
//!
//! Dies: level6::the_latest_waker_of_a_getter_counts
//! Says: the waker of the latest poll

// in place of
        poll_fn(|cx| pop().map_or_else(|| getter.wait(cx), Poll::Ready)).await
// stands
        let wait = |cx: &mut Context<'_>| {
            let is_known = self.getters.borrow().contains_key(&getter.key);
            if is_known { Poll::Pending } else { getter.wait(cx) }
        };
        poll_fn(|cx| pop().map_or_else(|| wait(cx), Poll::Ready)).await
// end of block
