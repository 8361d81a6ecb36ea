//! [`Wait`]: what a clone of a waker is kept for.

use std::fmt;

use crate::call::shown;
use crate::event::Call;

/// A clone of a waker.
#[derive(Clone, Debug, PartialEq)]
pub struct Wait {
    /// What it is kept for.
    pub what: What,
    /// The call that a reader looks for, of those that cloned it.
    pub call: Option<Call>,
}

/// What is to happen before a waker is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A socket can be read (`true`) or written. Its key is known once the selector is asked to report it.
    Socket(Option<(usize, bool)>),
    /// Something that has a name.
    Known(&'static str),
    /// Whatever the function waits for that keeps the clone.
    Unknown,
}

/// The end of all items of a queue.
pub const ALL_DONE: What = What::Known("the last `task_done`");
pub(super) const TIMER: What = What::Known("a timer");
pub(super) const MEMBERS: What = What::Known("the futures in its list");

/// What a waker is kept for, by parts of the names of functions: of those that lead to a clone, and of those
/// that call the waker when it has happened.
pub(crate) type Cause = (What, &'static [&'static str], &'static [&'static str]);

pub(crate) const CAUSES: [Cause; 8] = [
    (What::Socket(None), &["Source::store"], &[]),
    (TIMER, &["timer::Sleep"], &[]),
    (What::Known("an item in the queue"), &["Get<", "Queue<T>::get"], &["::put"]),
    (ALL_DONE, &["Join<", "Queue<T>::join"], &["::task_done"]),
    (What::Known("the address of a host"), &["Resolve"], &[]),
    (What::Known("the end of another task"), &["task::Task<"], &["::fill_in"]),
    (MEMBERS, &["FuturesUnordered"], &[]),
    (What::Known("an interrupt"), &["Interrupted", "crawl::interrupted"], &["::trigger"]),
];

/// How many calls may be between the clone and the function that tells what it is for.
const DEPTH: usize = 6;

impl Wait {
    /// Returns what a clone is kept for that these calls made, the innermost first.
    pub fn of(calls: &[Call]) -> Wait {
        let what = cause(&calls[..calls.len().min(DEPTH)], |(_, keepers, _)| keepers);
        Wait { what: what.unwrap_or(What::Unknown), call: shown(calls).cloned() }
    }
}

/// Returns the first cause of which one of these calls has a part.
pub(super) fn cause(calls: &[Call], parts: fn(&Cause) -> &[&str]) -> Option<What> {
    let named = |call: &Call| {
        CAUSES.iter().find(|cause| parts(cause).iter().any(|part| call.function.contains(part)))
    };
    calls.iter().find_map(named).map(|(what, ..)| *what)
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Socket(Some((key, true))) => write!(f, "bytes to read from socket {key}"),
            What::Socket(Some((key, false))) => write!(f, "room to write to socket {key}"),
            What::Socket(None) => f.write_str("a socket"),
            What::Known(name) => f.write_str(name),
            What::Unknown => f.write_str("something"),
        }
    }
}
