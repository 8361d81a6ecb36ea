//! [`TracedWaker`]: a waker around another one, which notes that it is cloned, called or dropped.
//!
//! A `Waker` is a pointer and a table of four functions. `std::task::Wake` makes the table from an `Arc`, and
//! then nothing sees a clone. This table has functions of its own. The clones have the same pointer and
//! table, so `will_wake` holds.
#![allow(unsafe_code)]

use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::task::{RawWaker, RawWakerVTable, Waker};

use super::context::{self, Context};
use super::event::Event;
use crate::recorder::note;

/// The waker of a traced task.
pub(super) struct TracedWaker {
    pub task: u64,
    /// Wakes the task.
    pub inner: Waker,
}

static TABLE: RawWakerVTable = RawWakerVTable::new(clone, wake, wake_by_ref, release);

impl TracedWaker {
    /// Lends it to `action`, which may clone it.
    pub(super) fn lend<T>(self: &Arc<Self>, action: impl FnOnce(&Waker) -> T) -> T {
        // SAFETY: the pointer comes from an `Arc`, which lives until the end of this call. The waker is not
        // dropped, so it takes no part in the count of references. The functions of the table keep to the
        // contract of `RawWaker`: they may be called from any thread, because `TracedWaker` is `Send` and
        // `Sync`.
        let waker =
            ManuallyDrop::new(unsafe { Waker::from_raw(RawWaker::new(Arc::as_ptr(self).cast(), &TABLE)) });
        action(&waker)
    }

    fn call(&self, consumes: bool) {
        let (task, through) = (self.task, context::get().waking);
        note(|| Event::Woken { task, consumes, through });
        let waking = Context { waking: Some(task), ..context::get() };
        context::within(waking, || self.inner.wake_by_ref());
    }
}

/// Adds a reference for the clone.
unsafe fn clone(pointer: *const ()) -> RawWaker {
    let pointer = pointer.cast::<TracedWaker>();
    // SAFETY: the pointer comes from an `Arc` that lives, because the waker that is cloned does.
    let task = unsafe {
        Arc::increment_strong_count(pointer);
        (*pointer).task
    };
    note(|| Event::Cloned { task });
    RawWaker::new(pointer.cast(), &TABLE)
}

/// Wakes the task, and gives the reference of the clone back.
unsafe fn wake(pointer: *const ()) {
    // SAFETY: the clone that is used up has this reference.
    unsafe { Arc::from_raw(pointer.cast::<TracedWaker>()) }.call(true);
}

unsafe fn wake_by_ref(pointer: *const ()) {
    // SAFETY: the waker that is called keeps it alive.
    unsafe { &*pointer.cast::<TracedWaker>() }.call(false);
}

/// Gives the reference of a clone back.
unsafe fn release(pointer: *const ()) {
    // SAFETY: the clone that is dropped has this reference.
    let waker = unsafe { Arc::from_raw(pointer.cast::<TracedWaker>()) };
    note(|| Event::Released { task: waker.task });
}
