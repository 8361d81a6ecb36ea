//! [`Entry`]: what the stream of records has, in the order in which it happened.

use std::cell::RefCell;
use std::io::Read;
use std::time::Duration;

use flate2::read::ZlibDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use serde::{Deserialize, Serialize};
use serde_json::{from_slice, to_vec, value::RawValue};

/// The most bytes of a piece. A larger entry comes in pieces, so that no call and no answer of Redis is large.
pub const PIECE: usize = 32 * 1024;

/// What has happened. A worker is called by its name, and a job by its text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Entry {
    /// A worker has fetched what a job names.
    Fetched {
        /// The worker.
        by: String,
        /// The job's entry in the stream: if an answer of Redis is lost, the same outcome is written twice.
        id: String,
        /// The pause that the host asks for.
        asks: Option<Duration>,
        /// The outcome, as the line of a journal.
        line: Box<RawValue>,
    },
    /// A worker had failed at the job before, so it has not tried again.
    Returned {
        /// The job.
        job: String,
    },
    /// A worker has died with the job.
    Died {
        /// The worker.
        by: String,
        /// The job.
        job: String,
    },
    /// The leader decides what becomes of the job.
    Ended {
        /// The job.
        job: String,
        /// What becomes of it.
        how: End,
    },
}

/// How a job ends without an answer that settles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The last try counts.
    LastTry,
    /// Too many workers have died with it.
    Killed,
    /// Its host has not answered for long.
    GivenUp,
}

thread_local! {
    /// It is large, so each thread has one.
    static PACKER: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), true));
}

impl Entry {
    /// Returns the entry as the bytes of JSON, packed: most links of a page repeat each other.
    pub fn pack(&self) -> Vec<u8> {
        let json = to_vec(self).expect("texts, numbers and JSON are JSON");
        PACKER.with_borrow_mut(|packer| {
            packer.reset();
            // The most that this packer makes of so many bytes is a tenth more, and a frame.
            let mut packed = Vec::with_capacity(json.len() + json.len() / 8 + 128);
            let status = packer.compress_vec(&json, &mut packed, FlushCompress::Finish);
            assert_eq!(status.ok(), Some(Status::StreamEnd), "there is room for all of it");
            packed
        })
    }

    /// Reads an entry. Returns `None` if no program of this version has written it.
    pub fn unpack(packed: &[u8]) -> Option<Entry> {
        let mut json = Vec::new();
        ZlibDecoder::new(packed).read_to_end(&mut json).ok()?;
        from_slice(&json).ok()
    }
}

/// Returns the fields of the entries of Redis that have a packed entry: one, or more if it is large. The `name` is one that no other
/// entry has.
pub fn pieces(name: &str, packed: &[u8]) -> Vec<(String, Vec<u8>)> {
    let pieces: Vec<_> = packed.chunks(PIECE).collect();
    let count = pieces.len();
    let field = |number| if count == 1 { String::new() } else { format!("{name} {number} {count}") };
    pieces.into_iter().enumerate().map(|(number, piece)| (field(number), piece.to_vec())).collect()
}
