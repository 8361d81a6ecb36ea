//! The waker of the first poll is that of the task, so it is kept.
//!
//! The next future of `next` may belong to another task, and each poll may bring another waker. The latest
//! one counts.
//!
//! Dies: level4::each_next_may_be_awaited_by_another_task
//! Says: the waker of its latest poll counts

// in place of
use std::pin::pin;
// stands
use futures::future::{FutureExt, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
// end of block

// in place of
pub struct Batch<'a, N> {
    net: &'a N,
// stands
pub struct Batch<'a, N> {
    net: &'a N,
    waker: Option<Waker>,
// end of block

// in place of
        Batch {
            net,
// stands
        Batch {
            net,
            waker: None,
// end of block

// in place of
        while self.done.is_empty() && self.turn().await {}
// stands
        let waker = poll_fn(|cx| Poll::Ready(self.waker.get_or_insert_with(|| cx.waker().clone()).clone())).await;
        while self.done.is_empty() {
            let mut turn = pin!(self.turn());
            if !poll_fn(|_| turn.poll_unpin(&mut Context::from_waker(&waker))).await {
                break;
            }
        }
// end of block
