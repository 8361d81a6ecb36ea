//! A queue is finished when it is empty.
//!
//! A worker has the last item, and may put more.
//!
//! Dies: level6::an_empty_queue_is_not_joined_before_its_last_item_is_done
//! Says: the future must wait

// in place of
        poll_fn(|cx| if self.unfinished.get() == 0 { Poll::Ready(()) } else { joiner.wait(cx) }).await;
// stands
        poll_fn(|cx| if self.items.borrow().is_empty() { Poll::Ready(()) } else { joiner.wait(cx) }).await;
// end of block
