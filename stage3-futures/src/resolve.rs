//! [`Resolve`]: the leaf future of a lookup.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use common::fetch::resolve::{Addresses, Lookup};
use common::trace;

/// A future of a host's addresses. The resolver's thread wakes its task, by the waker of the latest poll.
pub struct Resolve(pub Lookup);

impl Future for Resolve {
    type Output = io::Result<Arc<Addresses>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let waker = trace::waker_for("the address of a host", cx.waker()).clone();
        self.0.answer(move || waker.wake()).map_or(Poll::Pending, Poll::Ready)
    }
}
