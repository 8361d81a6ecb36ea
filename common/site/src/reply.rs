//! [`Reply`]: an answer on its way, and how much of it has been sent.

use std::sync::Arc;

use crate::answer::Answer;
use crate::manner::{End, Reset};
use crate::request::Request;

/// An answer on its way.
#[derive(Debug)]
pub(crate) struct Reply {
    answers: Arc<Answer>,
    /// How many requests for the same path came before.
    hit: usize,
    head_only: bool,
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
    /// Nothing, ever.
    Silence,
}

impl Reply {
    /// A reply of which nothing has been sent.
    pub fn new(answer: Arc<Answer>) -> Reply {
        Reply { answers: answer, hit: 0, head_only: false, sent: 0, piece_end: 0 }
    }

    /// The reply to a request that `hit` others for the same path came before.
    ///
    /// It leaves the connection open if the request asks for that and the answer tells its length.
    pub fn to(request: &Request, answers: Arc<Answer>, hit: usize) -> Reply {
        let head_only = request.head_only;
        let answer = answers.nth(hit);
        if !(request.keep_alive && answer.tells_its_length && matches!(answer.end, End::Close)) {
            return Reply { hit, head_only, ..Reply::new(answers) };
        }
        let mut answer = answer.clone().header("Connection", "keep-alive");
        answer.end = End::Keep;
        Reply { head_only, ..Reply::new(Arc::new(answer)) }
    }

    pub fn answer(&self) -> &Answer {
        self.answers.nth(self.hit)
    }

    pub fn is_begun(&self) -> bool {
        self.sent > 0
    }

    pub fn next(&self) -> Next<'_> {
        let (bytes, at) = self.part();
        let end = &self.answer().end;
        let left = self.piece_end - self.sent;
        if left > 0 {
            let ends = self.head_only || matches!(end, End::Close | End::Keep | End::Cut(_));
            return Next::Bytes(&bytes[at..at + left], ends && at + left == bytes.len());
        }
        match end {
            End::Silent => Next::Silence,
            _ if at < bytes.len() => Next::Piece,
            End::Keep => Next::Keep,
            End::Reset(_) if !self.head_only => Next::Reset,
            _ => Next::Close,
        }
    }

    /// Begins the next piece.
    pub fn begin_piece(&mut self) {
        let answer = self.answer();
        let (bytes, at) = self.part();
        let (size, left) = (answer.pace.size, bytes.len() - at);
        let length = match answer.body_at.saturating_sub(self.sent) {
            _ if size == 0 => left,
            head_left if answer.pace.body_only && head_left > 0 => left.min(head_left),
            _ => left.min(size),
        };
        self.piece_end = self.sent + length;
    }

    /// Notes that so many more bytes have been sent.
    pub fn advance(&mut self, sent: usize) {
        self.sent += sent;
    }

    /// Whether the answer has all been sent, and is followed by its filler for ever.
    pub fn is_endless(&self) -> bool {
        !self.head_only && matches!(self.answer().end, End::Endless(_)) && self.sent >= self.bytes().len()
    }

    /// What is being sent, and the place of the next byte in it: the answer, or its filler, which is sent again and again.
    fn part(&self) -> (&[u8], usize) {
        let bytes = self.bytes();
        match &self.answer().end {
            End::Endless(filler) if self.is_endless() => (filler, (self.sent - bytes.len()) % filler.len()),
            _ => (bytes, self.sent),
        }
    }

    /// The bytes that are sent before the end is reached.
    fn bytes(&self) -> &[u8] {
        let Answer { wire, body_at, end, .. } = self.answer();
        let whole = if self.head_only { &wire[..*body_at] } else { &wire[..] };
        let length = match end {
            End::Cut(bytes) | End::Reset(Reset::After(bytes)) => *bytes,
            End::Reset(Reset::Request) => 0,
            End::Reset(Reset::Head) => body_at / 2,
            End::Reset(Reset::Body) => body_at.midpoint(wire.len()),
            End::Close | End::Keep | End::Endless(_) | End::Silent => whole.len(),
        };
        &whole[..length.min(whole.len())]
    }
}
