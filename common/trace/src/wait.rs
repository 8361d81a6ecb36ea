//! The waits of threads, and of event loops.

use std::time::Duration;

use super::event::Event;
use crate::recorder::note;

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
