//! A future that polls a field of its own, which may not be `Unpin`. The compiler rejects `Pin::new`. The fixes project the
//! pin to the field: one by hand, with `unsafe`, and one with the crate pin-project-lite.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use pin_project_lite::pin_project;
use stage3_futures::timer::{Elapsed, Sleep};

/// Stage 3's `Timeout`, for any future.
struct TimeoutOf<F> {
    future: F,
    deadline: Sleep,
}

#[cfg(feature = "broken")]
impl<F: Future> TimeoutOf<F> {
    fn wrong(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<F::Output, Elapsed>> {
        if let Poll::Ready(output) = Pin::new(&mut self.future).poll(cx) {
            return Poll::Ready(Ok(output));
        }
        Pin::new(&mut self.deadline).poll(cx).map(|()| Err(Elapsed))
    }
}

impl<F: Future> Future for TimeoutOf<F> {
    type Output = Result<F::Output, Elapsed>;

    #[allow(unsafe_code)]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // SAFETY: no line below moves the future out of `this`.
        let this = unsafe { self.get_unchecked_mut() };
        // SAFETY: the struct is pinned, and its field `future` stays in it until both are dropped: no method moves or
        // replaces the field, there is no `Drop` that could, and the struct is `Unpin` only if `F` is.
        let future = unsafe { Pin::new_unchecked(&mut this.future) };
        if let Poll::Ready(output) = future.poll(cx) {
            return Poll::Ready(Ok(output));
        }
        Pin::new(&mut this.deadline).poll(cx).map(|()| Err(Elapsed))
    }
}

pin_project! {
    struct Projected<F> {
        #[pin]
        future: F,
        deadline: Sleep,
    }
}

impl<F: Future> Future for Projected<F> {
    type Output = Result<F::Output, Elapsed>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        if let Poll::Ready(output) = this.future.poll(cx) {
            return Poll::Ready(Ok(output));
        }
        Pin::new(this.deadline).poll(cx).map(|()| Err(Elapsed))
    }
}

fn main() {
    fixed();
}

fn fixed() {
    demos::block_on(async |reactor| {
        let [limit, hour] = [10, 3_600_000].map(Duration::from_millis);
        let page = async { demos::fetch("/").await };
        let fetched = TimeoutOf { future: page, deadline: Sleep::new(&reactor, limit) }.await;
        println!("by hand: {fetched:?}");
        let silent = async { Sleep::new(&reactor, hour).await };
        let fetched = Projected { future: silent, deadline: Sleep::new(&reactor, limit) }.await;
        println!("with pin_project: {fetched:?}");
    });
}
