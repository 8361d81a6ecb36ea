//! [`TracedWaker`]: a waker around another one, which notes that it is cloned, called or dropped.
//!
//! A `Waker` is a pointer and a table of four functions. `std::task::Wake` makes the table from an `Arc`, and
//! then nothing sees a clone. This table has functions of its own. The clones have the same pointer and
//! table, so `will_wake` holds.
#![allow(unsafe_code)]

use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::{Arc, OnceLock};
use std::task::{RawWaker, RawWakerVTable, Waker};

use super::context::{self, Context};
use super::event::{Event, Reason};
use crate::recorder::{is_on, note};

/// The waker of a traced task.
pub(super) struct TracedWaker {
    task: u64,
    /// What its clones are kept for, if a leaf future has said it.
    kept_for: Option<&'static str>,
    /// Wakes the task.
    inner: Waker,
    /// The waker of the same task for the next reason that its leaf futures have named. Each reason has one, so
    /// `will_wake` holds in the next poll, too.
    next: OnceLock<Lent>,
}

/// A waker that is lent to a poll: to drop it is no event, and takes no part in the count of references.
pub(super) struct Lent {
    waker: ManuallyDrop<Waker>,
    /// Keeps what the waker points to.
    traced: Arc<TracedWaker>,
}

static TABLE: RawWakerVTable = RawWakerVTable::new(clone, wake, wake_by_ref, release);

impl Lent {
    /// Makes a waker of `task` that passes wake-ups on to `inner`.
    pub(super) fn new(task: u64, inner: Waker, kept_for: Option<&'static str>) -> Lent {
        let traced = Arc::new(TracedWaker { task, kept_for, inner, next: OnceLock::new() });
        // SAFETY: the pointer comes from an `Arc`, which `Lent` keeps as long as it lends the waker. The waker is
        // never dropped. The functions of the table keep to the contract of `RawWaker`: they may be called from
        // any thread, because `TracedWaker` is `Send` and `Sync`.
        let waker = unsafe { Waker::from_raw(RawWaker::new(Arc::as_ptr(&traced).cast(), &TABLE)) };
        Lent { waker: ManuallyDrop::new(waker), traced }
    }

    pub(super) fn waker(&self) -> &Waker {
        &self.waker
    }

    /// Returns whether it passes wake-ups on to the task of `waker`.
    pub(super) fn is_around(&self, waker: &Waker) -> bool {
        self.traced.inner.will_wake(waker)
    }
}

/// Returns the waker of the same task whose clones are kept for `what`: a leaf future says so why it waits. If the task is
/// not traced, that is `waker` itself.
#[inline]
pub fn waker_for<'a>(what: &'static str, waker: &'a Waker) -> &'a Waker {
    if is_on() { named(what, waker) } else { waker }
}

fn named<'a>(what: &'static str, mut waker: &'a Waker) -> &'a Waker {
    while ptr::eq(waker.vtable(), &TABLE) {
        // SAFETY: a waker with this table points to a `TracedWaker`, which lives at least as long as the waker.
        let traced = unsafe { &*waker.data().cast::<TracedWaker>() };
        if traced.kept_for == Some(what) {
            break;
        }
        let next = || Lent::new(traced.task, traced.inner.clone(), Some(what));
        waker = traced.next.get_or_init(next).waker();
    }
    waker
}

impl TracedWaker {
    fn call(&self, consumes: bool) {
        let (task, through) = (self.task, context::get().waking);
        note(|| Event::Woken { task, consumes, through, kept_for: self.reason() });
        let waking = Context { waking: Some(task), ..context::get() };
        context::within(waking, || self.inner.wake_by_ref());
    }

    fn reason(&self) -> Reason {
        self.kept_for.map(Into::into)
    }
}

/// Adds a reference for the clone.
unsafe fn clone(pointer: *const ()) -> RawWaker {
    let pointer = pointer.cast::<TracedWaker>();
    // SAFETY: the pointer comes from an `Arc` that lives, because the waker that is cloned does.
    let traced = unsafe {
        Arc::increment_strong_count(pointer);
        &*pointer
    };
    note(|| Event::Cloned { task: traced.task, kept_for: traced.reason() });
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
    let traced = unsafe { Arc::from_raw(pointer.cast::<TracedWaker>()) };
    note(|| Event::Released { task: traced.task, kept_for: traced.reason() });
}
