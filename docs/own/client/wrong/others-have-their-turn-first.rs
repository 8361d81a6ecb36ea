//! Before `next` returns a result, other tasks have a turn.
//!
//! The result was taken, and is held at an await. If the future is dropped there, it is gone.
//!
//! Dies: level4::a_dropped_next_loses_no_result
//! Says: what it has taken, and holds at an await, is lost

// in place of
        // No await follows: a result that is taken is returned.
        let (place, fetched) = self.done.pop_first()?;
// stands
        let (place, fetched) = self.done.pop_first()?;
        let mut has_yielded = false;
        futures::future::poll_fn(|cx| {
            cx.waker().wake_by_ref();
            if std::mem::replace(&mut has_yielded, true) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
// end of block
