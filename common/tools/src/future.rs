//! Futures that a test polls by hand.

use std::sync::{Arc, atomic::AtomicUsize, atomic::Ordering::SeqCst};
use std::task::{Context, Poll, Waker};
use std::{future::poll_fn, pin::Pin};

use crate::watchdog::returning;

/// Returns a future that counts the polls of `future`.
pub fn counted<F: Future>(polls: &Arc<AtomicUsize>, future: F) -> impl Future<Output = F::Output> + use<F> {
    let (polls, mut future) = (Arc::clone(polls), Box::pin(future));
    poll_fn(move |cx| {
        polls.fetch_add(1, SeqCst);
        future.as_mut().poll(cx)
    })
}

/// Polls a future once.
pub fn poll<F: Future + Unpin>(future: &mut F, waker: &Waker) -> Poll<F::Output> {
    let message = "a poll does not return: instead of waiting, it must return `Pending`";
    returning(message, || Pin::new(future).poll(&mut Context::from_waker(waker)))
}

/// Waits until every task that is ready now has been polled.
pub fn yield_now() -> impl Future<Output = ()> {
    numbered(|number, waker| {
        if number > 1 {
            return Poll::Ready(());
        }
        waker.wake_by_ref();
        Poll::Pending
    })
}

/// Returns a future whose poll is `poll`, which gets the number of the poll, from 1 on, and the waker.
pub fn numbered<T>(mut poll: impl FnMut(usize, &Waker) -> Poll<T>) -> impl Future<Output = T> {
    let mut number = 0;
    poll_fn(move |cx| {
        number += 1;
        poll(number, cx.waker())
    })
}

/// Waits for a future, and wakes itself in each poll.
pub fn always_ready<F: Future>(future: F) -> impl Future<Output = F::Output> {
    let mut future = Box::pin(future);
    poll_fn(move |cx| {
        cx.waker().wake_by_ref();
        future.as_mut().poll(cx)
    })
}
