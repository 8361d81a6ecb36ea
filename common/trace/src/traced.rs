//! What is traced: futures, callbacks, and the waits of threads and of event loops.
//!
//! [`Traced`] is a future around another one. It notes each poll, and hands on a waker that notes each call. By
//! [`WaitsFor`], a future says why its task waits.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::context;
use super::event::Event;
use super::waker::{Lent, waker_for};
use crate::recorder::{is_on, note};
use pin_project_lite::pin_project;

/// Returns a future that does what `future` does, and is traced as a task of this name.
pub fn task<F: Future>(name: &'static str, future: F) -> Traced<F> {
    Traced { future, task: is_on().then(|| Box::new(Task::new(name))) }
}

pin_project! {
    /// The future of [`task`]. While nothing listens, it only polls the inner future.
    pub struct Traced<F> {
        #[pin]
        future: F,
        // Absent if nothing listened when it was made.
        task: Option<Box<Task>>,
    }
}

impl<F: Future> Future for Traced<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        let Some(traced) = this.task else { return this.future.poll(cx) };
        let task = traced.number;
        let inside = context::Context { task: Some(task), url: traced.url.take(), ..context::get() };
        let mut cx = Context::from_waker(traced.waker(cx.waker()));
        note(|| Event::Polled { task });
        let (polled, url) = context::within(inside, || this.future.poll(&mut cx));
        traced.url = url;
        note(|| if polled.is_ready() { Event::Ready { task } } else { Event::Pending { task } });
        polled
    }
}

/// What the trace knows of a task.
struct Task {
    number: u64,
    lent: Option<Lent>,
    /// The URL that it fetches.
    url: Option<Arc<str>>,
}

impl Task {
    fn new(name: &'static str) -> Task {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Relaxed) + 1;
        note(|| Event::Made { task: number, name: name.into() });
        Task { number, lent: None, url: None }
    }

    /// Returns the waker that passes wake-ups on to `waker`. It stays the same as long as `waker` does.
    fn waker(&mut self, waker: &Waker) -> &Waker {
        let lent = self.lent.take().filter(|lent| lent.is_around(waker));
        self.lent.insert(lent.unwrap_or_else(|| Lent::new(self.number, waker.clone(), None))).waker()
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        note(|| Event::Dropped { task: self.number });
    }
}

/// Returns a future that does what `future` does, and whose clones of the waker are kept for `what`.
pub fn waits_for<F: Future>(what: &'static str, future: F) -> WaitsFor<F> {
    WaitsFor { future, what }
}

pin_project! {
    /// The future of [`waits_for`].
    pub struct WaitsFor<F> {
        #[pin]
        future: F,
        what: &'static str,
    }
}

impl<F: Future> Future for WaitsFor<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        this.future.poll(&mut Context::from_waker(waker_for(this.what, cx.waker())))
    }
}

/// Returns a callback that does what `callback` does, and is traced from now until it is dropped.
pub fn callback(callback: impl Fn() + 'static) -> impl Fn() + 'static {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let new = || Callback { number: LAST.fetch_add(1, Relaxed) + 1, url: context::get().url };
    let traced = is_on().then(new);
    traced.iter().for_each(|traced| traced.note(|callback| Event::Registered { callback }));
    move || match &traced {
        Some(traced) => {
            traced.note(|callback| Event::Called { callback });
            traced.within(&callback);
            traced.note(|callback| Event::Returned { callback });
        }
        None => callback(),
    }
}

struct Callback {
    number: u64,
    /// The URL that was fetched when it was registered.
    url: Option<Arc<str>>,
}

impl Callback {
    fn note(&self, event: fn(u64) -> Event) {
        self.within(|| note(|| event(self.number)));
    }

    /// Does `work` on behalf of its URL.
    fn within(&self, work: impl FnOnce()) {
        context::within(context::Context { url: self.url.clone(), ..context::get() }, work);
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        self.note(|callback| Event::Removed { callback });
    }
}

/// Calls `wait`, which blocks this thread until it has what `on` says. Notes when it begins and when it ends.
pub fn blocks<T>(on: &'static str, wait: impl FnOnce() -> T) -> T {
    note(|| Event::Blocked { on: on.into() });
    (wait(), note(|| Event::Unblocked)).0
}

/// Calls `wait`, in which this thread's event loop waits for events, at most for `timeout`; `None` is for
/// ever.
pub fn parks<T>(timeout: Option<Duration>, wait: impl FnOnce() -> T) -> T {
    note(|| Event::Parked { timeout_ms: timeout.map(|timeout| timeout.as_secs_f64() * 1e3) });
    (wait(), note(|| Event::Unparked)).0
}
