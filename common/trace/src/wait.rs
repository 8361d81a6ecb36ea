//! The waits of callbacks, of threads and of event loops.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::context::{self, Context};
use super::event::Event;
use crate::recorder::{is_on, note};

/// Returns a callback that does what `callback` does, and is traced from now until it is dropped.
pub fn callback(callback: impl Fn() + 'static) -> impl Fn() + 'static {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let new = || Traced { number: LAST.fetch_add(1, Relaxed) + 1, url: context::get().url };
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

struct Traced {
    number: u64,
    /// The URL that was fetched when it was registered.
    url: Option<Arc<str>>,
}

impl Traced {
    fn note(&self, event: fn(u64) -> Event) {
        self.within(|| note(|| event(self.number)));
    }

    /// Does `work` on behalf of its URL.
    fn within(&self, work: impl FnOnce()) {
        context::within(Context { url: self.url.clone(), ..context::get() }, None, work);
    }
}

impl Drop for Traced {
    fn drop(&mut self) {
        self.note(|callback| Event::Removed { callback });
    }
}

/// Calls `wait`, which blocks this thread until it has what `on` says. Notes when it begins and when it ends.
pub fn blocks<T>(on: &'static str, wait: impl FnOnce() -> T) -> T {
    note(|| Event::Blocked { on: on.into() });
    let result = wait();
    note(|| Event::Unblocked);
    result
}

/// Calls `wait`, in which this thread's event loop waits for events, at most for `timeout`; `None` is for ever.
pub fn parks<T>(timeout: Option<Duration>, wait: impl FnOnce() -> T) -> T {
    note(|| Event::Parked { timeout_ms: timeout.map(|timeout| timeout.as_secs_f64() * 1e3) });
    let result = wait();
    note(|| Event::Unparked);
    result
}
