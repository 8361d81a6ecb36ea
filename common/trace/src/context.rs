//! What a thread is doing: which task it polls, which URL it fetches, and which task it wakes.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use crate::recorder::is_on;

thread_local! {
    static TASK: Cell<Option<u64>> = const { Cell::new(None) };
    static WAKING: Cell<Option<u64>> = const { Cell::new(None) };
    static URL: RefCell<Option<Arc<str>>> = const { RefCell::new(None) };
}

/// Returns the task that this thread polls.
pub(super) fn task() -> Option<u64> {
    TASK.get()
}

/// Returns the task that this thread is waking.
pub(super) fn waking() -> Option<u64> {
    WAKING.get()
}

/// Returns the URL that this thread fetches.
pub(super) fn url() -> Option<Arc<str>> {
    URL.with_borrow(Clone::clone)
}

/// Notes which URL this thread fetches from now on. `url` is called only if something listens.
pub fn set_url(url: impl FnOnce() -> String) {
    if is_on() {
        URL.set(Some(url().into()));
    }
}

/// Calls `work` on behalf of `task`, whose URL is `url`. Leaves in `url` which one it fetches afterwards.
pub(super) fn polling<T>(task: u64, url: &mut Option<Arc<str>>, work: impl FnOnce() -> T) -> T {
    let _task = Restored::set(&TASK, Some(task));
    fetching(url, work)
}

/// Calls `work` on behalf of the fetch of `url`. Leaves in `url` which one it fetches afterwards.
pub(super) fn fetching<T>(url: &mut Option<Arc<str>>, work: impl FnOnce() -> T) -> T {
    let outer = URL.replace(url.take());
    let result = work();
    *url = URL.replace(outer);
    result
}

/// Calls `work`, which is part of waking `task`.
pub(super) fn in_wake<T>(task: u64, work: impl FnOnce() -> T) -> T {
    let _waking = Restored::set(&WAKING, Some(task));
    work()
}

/// Puts the old value back when it is dropped.
struct Restored(&'static std::thread::LocalKey<Cell<Option<u64>>>, Option<u64>);

impl Restored {
    fn set(cell: &'static std::thread::LocalKey<Cell<Option<u64>>>, value: Option<u64>) -> Restored {
        Restored(cell, cell.replace(value))
    }
}

impl Drop for Restored {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}
