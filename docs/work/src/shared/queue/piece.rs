//! [`Piece`]: a packed entry, or a part of a large one, as the stream of records has it.

use redis::Pipeline;
use redis::streams::StreamId;

/// The most bytes of a piece. A larger entry comes in pieces, so that no call and no answer of Redis is large.
const MOST: usize = 32 * 1024;

/// A piece of a packed entry.
#[derive(Debug, Default)]
pub struct Piece {
    /// The name of the entry, if it comes in several pieces.
    pub of: String,
    /// The number of the piece, counted from 0.
    pub number: usize,
    /// How many pieces there are.
    pub count: usize,
    /// What it has of the packed entry.
    pub bytes: Vec<u8>,
}

impl Piece {
    /// Makes the only piece of a packed entry.
    pub fn whole(packed: Vec<u8>) -> Piece {
        Piece { count: 1, bytes: packed, ..Piece::default() }
    }

    /// Cuts a packed entry into pieces. If there are several, no other entry has this `name`.
    pub fn cut(name: &str, packed: &[u8]) -> Vec<Piece> {
        let (of, count) = (name.to_owned(), packed.len().div_ceil(MOST));
        let piece =
            |(number, bytes): (_, &[u8])| Piece { of: of.clone(), number, count, bytes: bytes.to_vec() };
        packed.chunks(MOST).enumerate().map(piece).collect()
    }

    /// Reads a record of the stream.
    pub fn read(record: &StreamId) -> Piece {
        Piece {
            of: record.get("of").unwrap_or_default(),
            number: record.get("number").unwrap_or_default(),
            count: record.get("count").unwrap_or_default(),
            bytes: record.get("bytes").unwrap_or_default(),
        }
    }

    /// Adds to a call what a record of the stream has.
    pub fn add_to(&self, call: &mut Pipeline) {
        call.arg("of").arg(&self.of).arg("number").arg(self.number);
        call.arg("count").arg(self.count).arg("bytes").arg(&self.bytes);
    }
}
