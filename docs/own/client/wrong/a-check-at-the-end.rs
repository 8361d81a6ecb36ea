//! When the fetch has ended, look whether its time was over.
//!
//! A server that does not answer lets no fetch end. The clock must be awaited beside the fetch.
//!
//! Dies: level2::a_page_that_does_not_come_is_late
//! Says: the task waits for ever

// in place of
use futures::future::{Either, select};
// stands
use futures::future::{FutureExt, poll_fn};
use std::task::Poll;
// end of block

// in place of
    match select(pin!(fetch), pin!(net.sleep(limit))).await {
        Either::Left((fetched, _)) => fetched,
        Either::Right(((), _)) => Err(Error::Late),
    }
// stands
    let mut sleep = pin!(net.sleep(limit));
    let mut is_late = poll_fn(|cx| Poll::Ready(sleep.poll_unpin(cx).is_ready())).await;
    let fetched = fetch.await;
    if !is_late {
        is_late = poll_fn(|cx| Poll::Ready(sleep.poll_unpin(cx).is_ready())).await;
    }
    if is_late { Err(Error::Late) } else { fetched }
// end of block
