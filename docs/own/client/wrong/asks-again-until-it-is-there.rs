//! What is not there yet is asked for again, after a turn of the others.
//!
//! Each turn is a poll, and the task never sleeps: it needs a processor for waiting. A fetch calls its waker
//! when it can go on.
//!
//! Dies: level1::results_are_in_the_order_of_the_list
//! Says: the task wakes itself again and again

// in place of
use futures::future::LocalBoxFuture;
use futures::select_biased;
// stands
use futures::future::{FutureExt, LocalBoxFuture, poll_fn};
// end of block

// in place of
        select_biased! {
            (page, fetched) = self.running.select_next_some() => self.fetched(page, fetched),
            // level 3
            page = self.pausing.select_next_some() => self.waiting.push_back(page),
            // end
            complete => return false,
        }
        true
// stands
        while !(self.running.is_empty() && self.pausing.is_empty()) {
            if let Some(Some((page, fetched))) = self.running.next().now_or_never() {
                self.fetched(page, fetched);
                return true;
            }
            if let Some(Some(page)) = self.pausing.next().now_or_never() {
                self.waiting.push_back(page);
                return true;
            }
            let mut has_yielded = false;
            poll_fn(|cx| {
                cx.waker().wake_by_ref();
                if std::mem::replace(&mut has_yielded, true) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
            })
            .await;
        }
        false
// end of block
