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
#[derive(Clone, Debug)]
pub(super) enum Fault {
    None,
    /// It comes in pieces of this size, or of a larger one if there were too many pieces.
    Pieces(usize),
    /// It ends in good order after this many bytes.
    Cut(usize),
    /// The connection is reset after this many bytes.
    Reset(usize),
    /// It stalls after this many bytes, and the connection stays open.
    Stall(usize),
    /// Its bytes are changed.
    Garbled(Vec<Edit>),
    /// An endless body comes in its place.
    Endless,
    /// An endless head comes in its place.
    EndlessHead,
}

/// A change of some bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Edit {
    /// Flips these bits of the byte at a place.
    Flip(usize, u8),
    Delete(usize),
    Insert(usize, u8),
}

impl Fault {
    /// Returns whether only the deadline ends it.
    pub fn is_stall(&self) -> bool {
        matches!(self, Fault::Stall(_))
    }

    /// Returns the answer of these bytes, with this fault.
    pub fn answer(&self, wire: &[u8]) -> Answer {
        let answer = Answer::raw(self.bytes(wire));
        match *self {
            Fault::None | Fault::Garbled(_) => answer,
            Fault::Pieces(size) => answer.in_pieces(size.max(wire.len().div_ceil(MOST_PIECES)), A_MOMENT),
            Fault::Cut(at) => answer.cut(place(at, wire)),
            Fault::Reset(at) => answer.reset(place(at, wire)),
            Fault::Stall(at) if place(at, wire) == 0 => Answer::silent(),
            Fault::Stall(at) => {
                // The last byte never comes, and makes the site wait instead of closing.
                let bytes = [wire, b"?"].concat();
                Answer::raw(bytes).in_pieces(place(at, wire), LONG)
            }
            Fault::Endless => Answer::endless(),
            Fault::EndlessHead => Answer::endless_head(),
        }
    }

    /// Returns what a client receives from an answer of these bytes, with this fault.
    pub fn fetched(&self, wire: &[u8], max_body: usize) -> Result<Response, Cause> {
        let wire = &self.bytes(wire)[..];
        let mut decoder = Decoder::new(max_body);
        let come = match *self {
            Fault::Cut(at) | Fault::Reset(at) | Fault::Stall(at) => &wire[..place(at, wire)],
            Fault::Endless => return Err(Cause::TooLarge("the body".into())),
            Fault::EndlessHead => return Err(Cause::TooLarge("the head".into())),
            _ => wire,
        };
        if !come.is_empty()
            && let Some(response) = decoder.decode(come)?
        {
            return Ok(response);
        }
        match self {
            Fault::Stall(_) => Err(Cause::Timeout),
            Fault::Reset(_) => Err(Cause::Reset(ErrorKind::ConnectionReset.into())),
            // The end of the stream is the body's end, if there is no length.
            _ => decoder.decode(&[])?.ok_or(Cause::Closed),
        }
    }

    /// Returns the bytes with the edits, unless these make a status after which a page is asked for again: how often that
    /// happens depends on what other pages were answered.
    fn bytes(&self, wire: &[u8]) -> Vec<u8> {
        let edits = if let Fault::Garbled(edits) = self { &edits[..] } else { &[] };
        let garbled = edits.iter().fold(wire.to_vec(), |bytes, edit| edit.apply(bytes));
        let is_asked_again = |status| garbled.windows(4).any(|bytes| bytes == status);
        let asks_again = [b" 426", b" 429", b" 505"].into_iter().any(is_asked_again);
        if asks_again { wire.to_vec() } else { garbled }
    }
}

impl Edit {
    fn apply(self, mut bytes: Vec<u8>) -> Vec<u8> {
        if bytes.is_empty() {
            return bytes;
        }
        match self {
            Edit::Flip(at, bits) => {
                let at = at % bytes.len();
                bytes[at] ^= bits;
            }
            Edit::Delete(at) => drop(bytes.remove(at % bytes.len())),
            Edit::Insert(at, byte) => bytes.insert(place(at, &bytes), byte),
        }
        bytes
    }
}

/// Returns a place between two bytes, or at an end.
fn place(at: usize, bytes: &[u8]) -> usize {
    at % (bytes.len() + 1)
}
