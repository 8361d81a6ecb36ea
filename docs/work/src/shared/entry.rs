//! [`Entry`]: what the stream of records has, in the order in which it happened.

use std::io::{Read, Write};
use std::time::Duration;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// The most bytes of a line in one entry. A longer line comes in parts, so that no answer of Redis is large.
pub const PART: usize = 32 * 1024;

/// An entry of the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A worker has fetched a job's target.
    Fetched(Fetched),
    /// A part of a line, which its number comes before: the name of the line, and the number of the part.
    Part(String, Vec<u8>),
    /// A worker had failed to fetch the target before, so it has not tried again.
    Returned { by: String, job: String },
    /// A worker that had the job is dead.
    Died { by: String, job: String },
    /// The leader decides what becomes of a job: the last try counts, or the target has failed in this way.
    Ended { job: String, how: End },
}

/// What a fetch has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The worker.
    pub by: String,
    /// The outcome, as a line of a journal; packed.
    pub line: Vec<u8>,
    /// The pause that the host asks for.
    pub asks: Option<Duration>,
    /// The name of the parts that come before the line, and how many there are.
    pub parts: Option<(String, usize)>,
}

/// How a job has ended, if not by an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last try counts.
    LastTry,
    /// Workers have died with it.
    Killed,
    /// Its host does not answer.
    GivenUp,
}

impl Entry {
    /// Returns its fields.
    pub fn fields(&self) -> Vec<Vec<u8>> {
        let text = |text: &str| text.as_bytes().to_vec();
        let names = |name: &str, value: &str, job: &str| [text(name), text(value), text("job"), text(job)];
        match self {
            Entry::Fetched(Fetched { by, line, asks, parts }) => {
                let mut fields = vec![text("by"), text(by), text("line"), line.clone()];
                if let Some(asks) = asks {
                    fields.extend([text("asks"), text(&asks.as_millis().to_string())]);
                }
                if let Some((name, count)) = parts {
                    fields.extend([text("parts"), text(&format!("{name} {count}"))]);
                }
                fields
            }
            Entry::Part(name, part) => vec![text("part"), text(name), text("line"), part.clone()],
            Entry::Returned { by, job } => names("returned by", by, job).into(),
            Entry::Died { by, job } => names("died", by, job).into(),
            Entry::Ended { job, how } => names("ended", &format!("{how:?}"), job).into(),
        }
    }

    /// Reads an entry. Returns `None` if no program of this version has written it.
    pub fn read(fields: Vec<Vec<u8>>) -> Option<Entry> {
        let text = |field: &[u8]| Some(str::from_utf8(field).ok()?.to_owned());
        let mut fields = fields.into_iter();
        let [name, value, other, line] = [fields.next()?, fields.next()?, fields.next()?, fields.next()?];
        let value = text(&value)?;
        if other == b"job" {
            let job = text(&line)?;
            return Some(match &*name {
                b"returned by" => Entry::Returned { by: value, job },
                b"died" => Entry::Died { by: value, job },
                b"ended" => {
                    let how = [End::LastTry, End::Killed, End::GivenUp];
                    Entry::Ended { job, how: how.into_iter().find(|how| format!("{how:?}") == value)? }
                }
                _ => return None,
            });
        }
        if name == b"part" {
            return Some(Entry::Part(value, line));
        }
        let mut fetched = Fetched { by: value, line, ..Fetched::default() };
        while let Some(name) = fields.next() {
            let value = text(&fields.next()?)?;
            match &*name {
                b"asks" => fetched.asks = Some(Duration::from_millis(value.parse().ok()?)),
                b"parts" => {
                    let (name, count) = value.rsplit_once(' ')?;
                    fetched.parts = Some((name.to_owned(), count.parse().ok()?));
                }
                _ => return None,
            }
        }
        (name == b"by").then_some(Entry::Fetched(fetched))
    }
}

impl Fetched {
    /// Takes the parts of the line out of it, if it is long: they come before it. `name` is one that no other line has.
    pub fn split(&mut self, name: String) -> Vec<Entry> {
        if self.line.len() <= PART {
            return Vec::new();
        }
        let whole = std::mem::take(&mut self.line);
        let parts: Vec<_> = whole.chunks(PART).map(<[u8]>::to_vec).collect();
        self.parts = Some((name.clone(), parts.len()));
        let part = |(number, part)| Entry::Part(format!("{name}.{number}"), part);
        parts.into_iter().enumerate().map(part).collect()
    }
}

/// Packs a line: most of a page's links repeat each other.
pub fn pack(line: &str) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    let packed = packed.write_all(line.as_bytes()).and_then(|()| packed.finish());
    packed.expect("a `Vec` takes all bytes")
}

/// Unpacks a line. Returns `None` if it is none.
pub fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    ZlibDecoder::new(packed).read_to_end(&mut line).ok()?;
    Some(line)
}
