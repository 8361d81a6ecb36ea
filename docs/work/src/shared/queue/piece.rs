//! [`Piece`]: a packed entry, or a piece of a large one, as a record of the stream has it.

use redis::streams::StreamId;
use serde::{Deserialize, Serialize};
use serde_json::{from_str, to_string};

/// The most bytes of a piece. A larger entry comes in pieces, so that no call and no answer of Redis is large.
const MOST: usize = 32 * 1024;

/// A packed entry, or a piece of one.
#[derive(Debug, Default)]
pub struct Piece {
    /// Which piece it is; `None` if it is all of its entry.
    pub part: Option<Part>,
    /// What it has of the packed entry.
    pub bytes: Vec<u8>,
}

/// Which piece of a large entry a record has.
#[derive(Debug, Serialize, Deserialize)]
pub struct Part {
    /// The name of the entry, which no other has.
    pub of: String,
    /// The number of the piece, counted from 0.
    pub number: usize,
    /// How many pieces there are.
    pub count: usize,
}

impl Piece {
    /// Returns whether a packed entry comes in several pieces.
    pub fn are_several(packed: &[u8]) -> bool {
        packed.len() > MOST
    }

    /// Cuts a packed entry of this name into pieces.
    pub fn cut(name: &str, packed: &[u8]) -> Vec<Piece> {
        let count = packed.len().div_ceil(MOST);
        let part = |number| Some(Part { of: name.to_owned(), number, count });
        let pieces = packed.chunks(MOST).enumerate();
        pieces.map(|(number, bytes)| Piece { part: part(number), bytes: bytes.to_vec() }).collect()
    }

    /// Returns the name of its field in the stream.
    pub fn field(&self) -> String {
        let field = |part| to_string(part).expect("texts and numbers are JSON");
        self.part.as_ref().map(field).unwrap_or_default()
    }

    /// Reads a record of the stream.
    pub fn read(record: &StreamId) -> Piece {
        let Some(field) = record.map.keys().next() else { return Piece::default() };
        Piece { part: from_str(field).ok(), bytes: record.get(field).unwrap_or_default() }
    }
}

impl From<Vec<u8>> for Piece {
    fn from(packed: Vec<u8>) -> Piece {
        Piece { part: None, bytes: packed }
    }
}
