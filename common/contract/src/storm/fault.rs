//! [`Fault`]: what goes wrong with an answer, and what a client receives then.

use std::io::ErrorKind;
use std::time::Duration;

use common::{Cause, Decoder, Response};
use practice_site::Answer;

use crate::running::LONG;

/// The pause between two pieces of an answer.
const A_MOMENT: Duration = Duration::from_millis(1);

/// The most pieces of an answer, so that all of them arrive in time.
const MOST_PIECES: usize = 20;

/// What goes wrong with an answer. A place past the answer's end wraps around to its start.
#[derive(Clone, Debug, Default)]
pub(super) struct Fault {
    /// Its bytes are changed.
    pub edits: Vec<Edit>,
    /// It ends after this many bytes.
    pub cut: Option<usize>,
    pub end: End,
}

/// A change at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edit {
    pub at: usize,
    pub change: Change,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// Flips these bits of a byte.
    Flip(u8),
    Delete,
    Insert(u8),
}

/// How an answer ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    /// In good order.
    #[default]
    Closed,
    /// In good order, after pieces of this size, or of a larger one if there were too many pieces.
    Pieces(usize),
    /// The connection is reset.
    Reset,
    /// The connection stays open, so only the deadline ends the try.
    Stall,
    /// An endless body comes in its place.
    Endless,
    /// An endless head comes in its place.
    EndlessHead,
}

impl Fault {
    /// Returns the same fault, so many bytes later.
    pub fn moved_by(&self, bytes: usize) -> Fault {
        let edits = self.edits.iter().map(|Edit { at, change }| Edit { at: at + bytes, change: *change });
        Fault { edits: edits.collect(), cut: self.cut.map(|at| at + bytes), end: self.end }
    }

    /// Returns the answer of these bytes, with this fault.
    pub fn answer(&self, wire: &[u8]) -> Answer {
        let mut bytes = self.bytes(wire);
        let length = bytes.len();
        match self.end {
            End::Closed => Answer::raw(bytes),
            End::Pieces(size) => {
                Answer::raw(bytes).in_pieces(size.max(length.div_ceil(MOST_PIECES)), A_MOMENT)
            }
            End::Reset => Answer::raw(bytes).reset(length),
            End::Stall if length == 0 => Answer::silent(),
            End::Stall => {
                // The last byte never comes, and makes the site wait instead of closing.
                bytes.push(b'?');
                Answer::raw(bytes).in_pieces(length, LONG)
            }
            End::Endless => Answer::endless(),
            End::EndlessHead => Answer::endless_head(),
        }
    }

    /// Returns what a client receives from an answer of these bytes, with this fault.
    pub fn fetched(&self, wire: &[u8], max_body: usize) -> Result<Response, Cause> {
        let (bytes, mut decoder) = (self.bytes(wire), Decoder::new(max_body));
        let whole = match self.end {
            End::Endless => return Err(Cause::TooLarge("the body".into())),
            End::EndlessHead => return Err(Cause::TooLarge("the head".into())),
            _ if bytes.is_empty() => None,
            _ => decoder.decode(&bytes)?,
        };
        match (whole, self.end) {
            (Some(response), _) => Ok(response),
            (None, End::Stall) => Err(Cause::Timeout),
            (None, End::Reset) => Err(Cause::Reset(ErrorKind::ConnectionReset.into())),
            // The end of the stream is the body's end, if there is no length.
            _ => decoder.decode(&[])?.ok_or(Cause::Closed),
        }
    }

    /// Returns the bytes that come. They are not edited if that makes a status after which a page is asked for again: how
    /// often that happens depends on what other pages were answered.
    fn bytes(&self, wire: &[u8]) -> Vec<u8> {
        let mut bytes = self.edits.iter().fold(wire.to_vec(), |bytes, edit| edit.apply(bytes));
        let is_asked_again = |status| bytes.windows(4).any(|bytes| bytes == status);
        if [b" 426", b" 429", b" 505"].into_iter().any(is_asked_again) {
            bytes = wire.to_vec();
        }
        bytes.truncate(self.cut.map_or(bytes.len(), |at| at % (bytes.len() + 1)));
        bytes
    }
}

impl Edit {
    /// Edits bytes, of which there are more than edits.
    fn apply(self, mut bytes: Vec<u8>) -> Vec<u8> {
        let at = self.at % bytes.len();
        match self.change {
            Change::Flip(bits) => bytes[at] ^= bits,
            Change::Delete => drop(bytes.remove(at)),
            Change::Insert(byte) => bytes.insert(at, byte),
        }
        bytes
    }
}
