//! [`Record`]: the fields and the block of one record. [`Gzip`]: members, one for each record, by one compressor.

use std::fmt::{Display, Write as _};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write as _};
use std::time::SystemTime;

use common::date::utc;
use data_encoding::BASE32;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use sha1_smol::Sha1;

/// A record that is being made: its fields so far.
pub(super) struct Record(String);

impl Record {
    /// Begins with the fields that each record has.
    pub(super) fn new(kind: &str, id: &str, date: SystemTime) -> Record {
        let record = Record("WARC/1.1\r\n".into()).field("WARC-Type", kind);
        record.field("WARC-Record-ID", id).field("WARC-Date", utc(date))
    }

    /// Adds a field. The value has no line break.
    pub(super) fn field(mut self, name: &str, value: impl Display) -> Record {
        write!(self.0, "{name}: {value}\r\n").expect("a string takes any text");
        self
    }

    /// Ends with the block. Returns the bytes of the record.
    pub(super) fn end(self, content_type: &str, block: &[u8]) -> Vec<u8> {
        let fields = self.field("WARC-Block-Digest", digest(block)).field("Content-Type", content_type);
        let Record(head) = fields.field("Content-Length", block.len());
        [head.as_bytes(), b"\r\n", block, b"\r\n\r\n"].concat()
    }
}

/// Makes the ID of a record: the URI of a random UUID (RFC 9562, section 5.4).
pub(super) fn id() -> String {
    // Each has other random keys.
    let [high, low] = [RandomState::new(), RandomState::new()].map(|keys| keys.hash_one(()));
    let (first, second, third) = (high >> 32, high >> 16 & 0xffff, high & 0xfff);
    let (fourth, fifth) = (low >> 48 & 0xfff, low & 0xffff_ffff_ffff);
    format!("<urn:uuid:{first:08x}-{second:04x}-4{third:03x}-a{fourth:03x}-{fifth:012x}>")
}

/// Returns the SHA-1 of the bytes in base 32 (RFC 4648, section 6), as archives have it.
fn digest(bytes: &[u8]) -> String {
    format!("sha1:{}", BASE32.encode(&Sha1::from(bytes).digest().bytes()))
}

/// On pages, this level takes little more than half of the default's time, and 4 % more space.
const LEVEL: u32 = 3;

/// Deflate, and then nothing that is known: no name, no time, no system (RFC 1952, section 2.3).
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// Makes members of gzip.
///
/// The compressor is used again, because to make one takes more stack than a thread of stage 1 has.
#[derive(Debug)]
pub(super) struct Gzip(DeflateEncoder<Vec<u8>>);

impl Gzip {
    pub(super) fn new() -> Gzip {
        Gzip(DeflateEncoder::new(Vec::new(), Compression::new(LEVEL)))
    }

    /// Returns a member for each of these records, one after the other.
    ///
    /// # Errors
    /// If the compressor fails, which it does not, because a vector takes all bytes.
    pub(super) fn members(&mut self, records: &[Vec<u8>]) -> io::Result<Vec<u8>> {
        let members: io::Result<Vec<_>> = records.iter().map(|record| self.member(record)).collect();
        Ok(members?.concat())
    }

    /// Returns a member with this content.
    fn member(&mut self, content: &[u8]) -> io::Result<Vec<u8>> {
        let mut crc = Crc::new();
        crc.update(content);
        self.0.write_all(content)?;
        let deflated = self.0.reset(Vec::new())?;
        Ok([&HEADER[..], &deflated, &crc.sum().to_le_bytes(), &crc.amount().to_le_bytes()].concat())
    }
}
