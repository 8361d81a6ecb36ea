//! [`Reply`]: an answer on its way, and how much of it has been sent.

use std::sync::Arc;

use crate::answer::{Answer, End};
use crate::request::Request;

/// An answer on its way.
#[derive(Debug)]
pub(crate) struct Reply {
    pub answer: Arc<Answer>,
    sent: usize,
    /// Where the current piece ends.
    piece_end: usize,
}

/// What comes after the bytes that have been sent.
#[derive(Debug)]
pub(crate) enum Next<'a> {
    /// The rest of the current piece, and whether the answer is complete with it.
    Bytes(&'a [u8], bool),
    /// The next piece, which [`Reply::begin_piece`] begins.
    Piece,
    /// The connection waits for another request.
    Keep,
    /// The connection is closed in good order.
    Close,
    /// The connection is reset.
    Reset,
}

impl Reply {
    /// Returns a reply of which nothing has been sent.
    pub fn new(answer: Arc<Answer>) -> Reply {
        Reply { answer, sent: 0, piece_end: 0 }
    }

    /// Returns the reply to `request`.
    ///
    /// It leaves the connection open if the request asks for that and the answer states its length.
    pub fn to(request: &Request, mut answer: Arc<Answer>) -> Reply {
        if request.keep_alive && answer.states_its_length && matches!(answer.end, End::Close) {
            let mut kept = Answer::clone(&answer).header("Connection", "keep-alive");
            kept.end = End::Keep;
            answer = Arc::new(kept);
        }
        if request.is_head && matches!(answer.end, End::Close | End::Keep | End::Endless(_)) {
            let end = answer.wire.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            let end = End::Cut(end.map_or(usize::MAX, |at| at + 4));
            let mut head = Answer::clone(&answer);
            head.end = end;
            answer = Arc::new(head);
        }
        Reply::new(answer)
    }

    pub fn is_begun(&self) -> bool {
        self.sent > 0
    }

    pub fn next(&self) -> Next<'_> {
        let (bytes, at) = self.part();
        let end = &self.answer.end;
        let left = self.piece_end - self.sent;
        if left > 0 {
            let ends = matches!(end, End::Close | End::Keep | End::Cut(_));
            return Next::Bytes(&bytes[at..at + left], ends && at + left == bytes.len());
        }
        match end {
            _ if at < bytes.len() => Next::Piece,
            End::Keep => Next::Keep,
            End::Reset(_) => Next::Reset,
            _ => Next::Close,
        }
    }

    /// Begins the next piece.
    pub fn begin_piece(&mut self) {
        let (bytes, at) = self.part();
        self.piece_end = self.sent + self.answer.piece.min(bytes.len() - at);
    }

    /// Records that `sent` more bytes have been sent.
    pub fn advance(&mut self, sent: usize) {
        self.sent += sent;
    }

    /// Returns whether only the filler is left, which repeats for ever.
    pub fn is_endless(&self) -> bool {
        matches!(self.answer.end, End::Endless(_)) && self.sent >= self.bytes().len()
    }

    /// Returns what is being sent, the answer or its filler, and the place of the next byte in it.
    fn part(&self) -> (&[u8], usize) {
        let bytes = self.bytes();
        match &self.answer.end {
            End::Endless(filler) if self.is_endless() => (filler, (self.sent - bytes.len()) % filler.len()),
            _ => (bytes, self.sent),
        }
    }

    /// Returns the bytes that are sent before the end is reached.
    fn bytes(&self) -> &[u8] {
        let wire = &self.answer.wire;
        match self.answer.end {
            End::Cut(bytes) | End::Reset(bytes) => &wire[..bytes.min(wire.len())],
            End::Close | End::Keep | End::Endless(_) => wire,
        }
    }
}
