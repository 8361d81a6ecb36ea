//! [`Wait`]: what a clone of a waker is kept for.

use std::borrow::Cow;
use std::fmt;

use crate::call::shown;
use crate::event::{Call, Entry, READABLE, Reason, WRITABLE};

/// A clone of a waker.
#[derive(Clone, Debug, PartialEq)]
pub struct Wait {
    /// What it is kept for.
    pub what: What,
    /// The call that a reader looks for, of those that cloned it.
    pub call: Option<Call>,
}

/// What is to happen before a waker is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A socket can be read, or written. Its key is known once the selector is asked to report it.
    Socket {
        /// Whether it is to be read.
        read: bool,
        /// The key.
        key: Option<usize>,
    },
    /// What a leaf future has said.
    Named(Cow<'static, str>),
    /// Whatever the function waits for that keeps the clone.
    Unknown,
}

impl Wait {
    /// Returns what the clone is kept for that this entry made.
    pub fn of(entry: &Entry, kept_for: &Reason) -> Wait {
        Wait { what: What::of(kept_for), call: shown(&entry.calls).cloned() }
    }
}

impl What {
    pub(super) fn of(kept_for: &Reason) -> What {
        match kept_for {
            Some(name) if name == READABLE => What::Socket { read: true, key: None },
            Some(name) if name == WRITABLE => What::Socket { read: false, key: None },
            Some(name) => What::Named(name.clone()),
            None => What::Unknown,
        }
    }

    /// Returns whether it is what `other` is, of whichever socket.
    pub(super) fn is_like(&self, other: &What) -> bool {
        match (self, other) {
            (What::Socket { read, .. }, What::Socket { read: other, .. }) => read == other,
            _ => self == other,
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Socket { read: true, key: Some(key) } => write!(f, "{READABLE} from socket {key}"),
            What::Socket { read: false, key: Some(key) } => write!(f, "{WRITABLE} to socket {key}"),
            What::Socket { read: true, key: None } => f.write_str(READABLE),
            What::Socket { read: false, key: None } => f.write_str(WRITABLE),
            What::Named(name) => f.write_str(name),
            What::Unknown => f.write_str("something"),
        }
    }
}
