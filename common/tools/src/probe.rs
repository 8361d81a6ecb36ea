//! A future that is seen from outside, and an action that a drop calls.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{Poll, Waker};
use std::{cell::Cell, cell::RefCell, future::poll_fn, rc::Rc};

/// A future that waits until it is told to end. It is seen from outside.
#[derive(Clone, Default)]
pub struct Probe {
    /// How often it was polled.
    pub polls: Rc<Cell<usize>>,
    waker: Rc<RefCell<Option<Waker>>>,
    is_over: Rc<Cell<bool>>,
    /// Whether it was dropped.
    pub is_dropped: Rc<Cell<bool>>,
}

impl Probe {
    /// Returns the future.
    pub fn future(&self) -> impl Future<Output = ()> + use<> {
        let (seen, is_dropped) = (self.clone(), Rc::clone(&self.is_dropped));
        let drops = OnDrop(move || is_dropped.set(true));
        poll_fn(move |cx| {
            let _ = &drops;
            seen.polls.set(seen.polls.get() + 1);
            let _old = seen.waker.replace(Some(cx.waker().clone()));
            if seen.is_over.get() { Poll::Ready(()) } else { Poll::Pending }
        })
    }

    /// Returns the waker of its latest poll.
    pub fn waker(&self) -> Waker {
        self.waker.borrow().clone().expect("a future was not polled, so it has no waker")
    }

    /// Ends the future, and wakes it.
    pub fn end(&self) {
        self.is_over.set(true);
        self.waker().wake();
    }
}

/// Calls an action when it is dropped, and stops its panic: while a test unwinds, another one would end them all.
pub struct OnDrop<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        let _ = catch_unwind(AssertUnwindSafe(&mut self.0));
    }
}
