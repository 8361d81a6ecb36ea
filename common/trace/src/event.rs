//! [`Event`]: what happens, in one schema for all stages.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// What happens. Tasks and callbacks have numbers, each of them used once.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A URL is going to be fetched.
    Put {
        /// The URL.
        target: String,
    },
    /// A fetch begins.
    Started,
    /// A fetch enters a phase of a try.
    Entered {
        /// The name of the phase.
        phase: Cow<'static, str>,
        /// Which try it is, counted from 1.
        tries: u32,
    },
    /// A fetch has ended.
    Done {
        /// The URL.
        target: String,
        /// The status of the answer, or the kind of the error.
        outcome: String,
    },
    /// A thread begins to wait, inside the kernel.
    Blocked {
        /// What it waits for.
        on: Cow<'static, str>,
    },
    /// A thread goes on.
    Unblocked,
    /// A callback is registered.
    Registered {
        /// Its number.
        callback: u64,
    },
    /// A callback is called.
    Called {
        /// Its number.
        callback: u64,
    },
    /// A call of a callback has returned.
    Returned {
        /// Its number.
        callback: u64,
    },
    /// A callback is dropped: it will not be called again.
    Removed {
        /// Its number.
        callback: u64,
    },
    /// A task, or another future that is traced, is made.
    Made {
        /// Its number.
        task: u64,
        /// What it is.
        name: Cow<'static, str>,
    },
    /// A poll of a task begins.
    Polled {
        /// Its number.
        task: u64,
    },
    /// A poll of a task returns `Pending`.
    Pending {
        /// Its number.
        task: u64,
    },
    /// A poll of a task returns `Ready`.
    Ready {
        /// Its number.
        task: u64,
    },
    /// A poll of a task panics.
    Panicked {
        /// Its number.
        task: u64,
    },
    /// A task's future is dropped.
    Dropped {
        /// Its number.
        task: u64,
    },
    /// A task's waker is cloned: something keeps it, to call it later.
    Cloned {
        /// The number of the task.
        task: u64,
    },
    /// A clone of a task's waker is dropped without a call.
    Released {
        /// The number of the task.
        task: u64,
    },
    /// A task's waker is called.
    Woken {
        /// The number of the task.
        task: u64,
        /// Whether the call used up a clone.
        consumes: bool,
        /// The task whose waker calls this one.
        through: Option<u64>,
    },
    /// An event loop waits.
    Parked {
        /// For how long at most, in milliseconds; `None` is for ever.
        timeout_ms: Option<f64>,
    },
    /// An event loop goes on.
    Unparked,
    /// The selector is asked to report events of a socket once.
    Armed {
        /// The key of the socket.
        socket: usize,
        /// Whether it is to report that the socket can be read.
        read: bool,
        /// Whether it is to report that the socket can be written.
        write: bool,
    },
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
    /// The calls that led here, the innermost first. Many kinds of events have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
}

/// A call on the stack.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Place {
    /// The function.
    pub function: String,
    /// The file, from the workspace's root on. Empty for code of other crates.
    pub file: String,
    /// The line, counted from 1. 0 is unknown.
    pub line: u32,
}
