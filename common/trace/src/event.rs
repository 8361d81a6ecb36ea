//! [`Event`]: what happens, in one schema for all stages.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// What a clone of a waker is kept for, such as `a timer`. Absent if no leaf future has said it.
pub type Reason = Option<Cow<'static, str>>;

/// A wait for a socket that can be read.
pub const READABLE: &str = "bytes to read";

/// A wait for a socket that can be written.
pub const WRITABLE: &str = "room to write";

/// A wait for the end of all items of a queue.
pub const ALL_DONE: &str = "the last `task_done`";

/// What happens. Tasks and callbacks have numbers, each of them used once. A `target` is a URL.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the fields are explained with their events")]
pub enum Event {
    /// A URL is going to be fetched.
    Put { target: String },
    /// A fetch begins.
    Started,
    /// A fetch enters a phase of a try. Tries are counted from 1.
    Entered { phase: Cow<'static, str>, tries: u32 },
    /// A fetch has ended. The outcome is the status of the answer, or the kind of the error.
    Done { target: String, outcome: String },
    /// The trace ends, usually because the program ends.
    Ended,
    /// A thread begins a call that may block.
    Blocked { on: Cow<'static, str> },
    /// A thread goes on.
    Unblocked,
    /// A callback is registered.
    Registered { callback: u64 },
    /// A callback is called.
    Called { callback: u64 },
    /// A call of a callback has returned.
    Returned { callback: u64 },
    /// A callback is dropped: it will not be called again.
    Removed { callback: u64 },
    /// A task, or another future that is traced, is made. The name says what it is.
    Made { task: u64, name: Cow<'static, str> },
    /// A poll of a task begins.
    Polled { task: u64 },
    /// A poll of a task returns `Pending`.
    Pending { task: u64 },
    /// A poll of a task returns `Ready`.
    Ready { task: u64 },
    /// A task's future is dropped. If that is before its poll has ended, the poll has panicked.
    Dropped { task: u64 },
    /// A task's waker is cloned: something keeps it, to call it later. For what, a leaf future may say.
    Cloned { task: u64, kept_for: Reason },
    /// A clone of a task's waker is dropped, and not used up by `wake`.
    Released { task: u64, kept_for: Reason },
    /// A task's waker is called. The call may use up a clone, and come from the waker of another task.
    Woken { task: u64, consumes: bool, through: Option<u64>, kept_for: Reason },
    /// An event loop waits, for so many milliseconds at most; `None` is for ever.
    Parked { timeout_ms: Option<f64> },
    /// An event loop goes on.
    Unparked,
    /// The selector is asked to report once when the socket of this key can be read, or written. Both false:
    /// it has reported.
    Armed { socket: usize, read: bool, write: bool },
}

impl Event {
    /// Returns the task that it is about.
    pub fn task(&self) -> Option<u64> {
        match self {
            Event::Made { task, .. } | Event::Polled { task } | Event::Pending { task } => Some(*task),
            Event::Ready { task } | Event::Dropped { task } | Event::Cloned { task, .. } => Some(*task),
            Event::Released { task, .. } | Event::Woken { task, .. } => Some(*task),
            _ => None,
        }
    }

    /// Returns what a thread, a callback or an event loop waits for from this event on.
    pub fn awaited(&self) -> &str {
        match self {
            Event::Blocked { on } => on,
            Event::Registered { .. } => "a call",
            _ => "events",
        }
    }
}

/// An event, and where it happened.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Entry {
    /// Nanoseconds since the trace began.
    pub at: u64,
    /// The name of the thread.
    pub thread: Cow<'static, str>,
    /// The task that this thread polls; the innermost one, if polls are nested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polling: Option<u64>,
    /// The URL that this task, callback or thread fetches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
    /// The calls of the workspace that led here, the innermost first. Many kinds of events have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
}

/// Writes entries as a trace is saved: a line each.
pub fn lines(entries: &[Entry]) -> String {
    let line = |entry| serde_json::to_string(entry).expect("an entry has no map, whose keys may be no text");
    entries.iter().map(|entry| line(entry) + "\n").collect()
}

/// A call on the stack.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Call {
    /// The function.
    pub function: String,
    /// The file, from the workspace's root on.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
}
