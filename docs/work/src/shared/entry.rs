//! [`Entry`]: what the stream of records has, in the order in which it happened.

use std::io::Read;
use std::time::Duration;

use common::crawl::target::Kind;
use common::{Outcome, Target};
use flate2::Compression;
use flate2::bufread::{ZlibDecoder, ZlibEncoder};
use serde::{Deserialize, Serialize};
use serde_json::{from_slice, to_vec};

/// What has happened to a job.
#[derive(Debug, Serialize, Deserialize)]
pub struct Entry {
    /// What the job names.
    pub job: Target,
    /// What has happened.
    pub event: Event,
}

/// What may happen to a job.
#[derive(Debug, Serialize, Deserialize)]
pub enum Event {
    /// A worker has fetched what it names.
    Fetched {
        /// The name of the worker.
        by: String,
        /// The id of the job in Redis: if an answer is lost, the same outcome is written twice.
        job_id: String,
        /// The pause that the host asks for.
        asks: Option<Duration>,
        /// The kind and the outcome, as a line of the file of `--resume`.
        #[serde(with = "line")]
        outcome: Box<(Kind, Outcome)>,
    },
    /// A worker had failed at it before, so it has not tried again.
    Returned,
    /// A worker of this name has died with it.
    Died(String),
    /// The leader decides what becomes of it.
    Ended(End),
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

impl Entry {
    /// Returns the entry as compressed JSON, because the links of a page are alike.
    pub fn pack(&self) -> Vec<u8> {
        let json = to_vec(self).expect("texts, numbers and JSON are JSON");
        let mut packed = Vec::new();
        let packing = ZlibEncoder::new(&*json, Compression::fast()).read_to_end(&mut packed);
        packing.expect("memory can be read");
        packed
    }

    /// Reads an entry. Returns `None` if no program of this version has written it.
    pub fn unpack(packed: &[u8]) -> Option<Entry> {
        let mut json = Vec::new();
        ZlibDecoder::new(packed).read_to_end(&mut json).ok()?;
        from_slice(&json).ok()
    }
}

/// An outcome as the line of a journal.
mod line {
    use common::Outcome;
    use common::crawl::target::Kind;
    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::value::RawValue;
    use web::resume::line::{line_of, read};

    pub fn serialize<S: Serializer>(outcome: &(Kind, Outcome), to: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(line_of(&outcome.0, &outcome.1)).map_err(S::Error::custom)?.serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Box<(Kind, Outcome)>, D::Error> {
        let line = <&RawValue>::deserialize(from)?;
        read(line.get().as_bytes()).map(Box::new).map_err(D::Error::custom)
    }
}
