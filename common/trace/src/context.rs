//! What a thread is doing: which task it polls, which URL it fetches, and which task it wakes.

use std::cell::RefCell;
use std::mem;
use std::sync::Arc;

#[derive(Clone, Default)]
pub(super) struct Context {
    /// The task that this thread polls.
    pub task: Option<u64>,
    /// The task that this thread is waking.
    pub waking: Option<u64>,
    /// The URL that this thread fetches.
    pub url: Option<Arc<str>>,
}

thread_local! {
    static CONTEXT: RefCell<Context> = RefCell::default();
}

/// Returns what this thread is doing.
pub(super) fn get() -> Context {
    CONTEXT.with_borrow(Clone::clone)
}

/// Sets which URL this thread fetches from now on.
pub(super) fn set_url(url: &str) {
    CONTEXT.with_borrow_mut(|context| context.url = Some(url.into()));
}

/// Sets the context for as long as `work` runs. Returns also the URL that it fetches in the end.
pub(super) fn within<T>(context: Context, work: impl FnOnce() -> T) -> (T, Option<Arc<str>>) {
    let _outer = Outer(CONTEXT.replace(context));
    (work(), get().url)
}

/// Puts the outer context back when it is dropped.
struct Outer(Context);

impl Drop for Outer {
    fn drop(&mut self) {
        CONTEXT.set(mem::take(&mut self.0));
    }
}
