//! In `first`, the second future runs beside the first one, whose output counts.
//!
//! Either may be ready first. The other one may never be.
//!
//! Dies: level4::first_has_the_output_of_the_future_that_is_ready_first
//! Says: and was polled again

// in place of
        Poll::Pending => b.as_mut().poll(cx).map(First::B),
// stands
        Poll::Pending if b.as_mut().poll(cx).map(First::<A::Output, _>::B).is_ready() => {
            cx.waker().wake_by_ref();
            Poll::Pending
        }
        Poll::Pending => Poll::Pending,
// end of block
