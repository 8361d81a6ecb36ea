//! [`Gzip`]: members of gzip, all by one compressor.

use std::io::{self, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

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

    /// Returns a member with this content.
    ///
    /// # Errors
    /// None, because a vector takes all bytes.
    pub(super) fn member(&mut self, content: &[u8]) -> io::Result<Vec<u8>> {
        let mut crc = Crc::new();
        crc.update(content);
        self.0.write_all(content)?;
        let deflated = self.0.reset(Vec::new())?;
        Ok([&HEADER[..], &deflated, &crc.sum().to_le_bytes(), &crc.amount().to_le_bytes()].concat())
    }
}
