//! The manner in which an answer is sent: how much of it, in which pieces, and how it ends.

use std::borrow::Cow;
use std::time::Duration;

use super::answer::Answer;
use super::request::Request;

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
pub(super) enum End {
    Close,
    /// Not yet: the connection stays open for another request.
    Keep,
    Cut(usize),
    Reset(Reset),
    /// Never: this is sent again and again.
    Endless(Vec<u8>),
    /// Never: nothing is sent.
    Silent,
}

/// In which pieces an answer is sent, and how long the pause between them is; a size of 0 means in one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    size: usize,
    body_only: bool,
    pub pause: Duration,
}

impl Pace {
    pub fn new(size: usize, body_only: bool, pause: Duration) -> Pace {
        Pace { size, body_only, pause }
    }
}

impl Answer {
    /// This answer, which leaves the connection open if the request asks for that and the answer's length is known.
    ///
    /// A version 1.0 answer has to say so (RFC 9112, appendix C.2.2).
    pub(super) fn in_manner_of(&self, request: &Request) -> Cow<'_, Answer> {
        let is_kept = request.keep_alive && self.tells_its_length && matches!(self.end, End::Close);
        if !is_kept {
            return Cow::Borrowed(self);
        }
        let mut answer = self.clone().header("Connection", "keep-alive");
        answer.end = End::Keep;
        Cow::Owned(answer)
    }

    /// The bytes that are sent before the end is reached.
    pub(super) fn bytes(&self, head_only: bool) -> &[u8] {
        let whole = if head_only { &self.wire[..self.body_at] } else { &self.wire[..] };
        let length = match self.end {
            End::Cut(bytes) | End::Reset(Reset::After(bytes)) => bytes,
            End::Reset(Reset::Request) => 0,
            End::Reset(Reset::Head) => self.body_at / 2,
            End::Reset(Reset::Body) => self.body_at.midpoint(self.wire.len()),
            End::Close | End::Keep | End::Endless(_) | End::Silent => whole.len(),
        };
        &whole[..length.min(whole.len())]
    }

    /// The length of the next piece, when `sent` of `length` bytes have been sent.
    pub(super) fn piece(&self, sent: usize, length: usize) -> usize {
        let left = length - sent;
        match self.pace.size {
            0 => left,
            _ if self.pace.body_only && sent < self.body_at => left.min(self.body_at - sent),
            size => left.min(size),
        }
    }
}
