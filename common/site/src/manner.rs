//! The manner in which an answer is sent: how much of it, in which pieces, and how it ends.

use std::time::Duration;

/// When a connection is reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// After the request was read, before any byte of the answer.
    Request,
    /// In the middle of the head.
    Head,
    /// In the middle of the body.
    Body,
    /// After this many bytes, head included.
    After(usize),
}

/// How an answer ends.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Close,
    /// The connection stays open for another request.
    Keep,
    Cut(usize),
    Reset(Reset),
    /// Never: these bytes are sent again and again.
    Endless(Vec<u8>),
    /// Never: nothing is sent.
    Silent,
}

/// In which pieces an answer is sent, with which pause between two. A size of 0 means one piece.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    pub size: usize,
    pub body_only: bool,
    pub pause: Duration,
}
