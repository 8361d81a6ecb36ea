//! A getter is in the list from its first poll on.
//!
//! It may be polled with another waker later. Only that one wakes what waits.
//!
//! Dies: level6::the_latest_waker_of_a_getter_counts
//! Says: the waker of the latest poll

// in place of
        poll_fn(|cx| pop().map_or_else(|| getter.wait(cx), Poll::Ready)).await
// stands
        let waits = |cx: &mut Context<'_>| match getter.waiters.borrow().contains_key(&getter.key) {
            true => Poll::Pending,
            false => Poll::Ready(cx.waker().clone()),
        };
        let wait = |cx: &mut Context<'_>| match waits(cx) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(_) => getter.wait(cx),
        };
        poll_fn(|cx| pop().map_or_else(|| wait(cx), Poll::Ready)).await
// end of block
