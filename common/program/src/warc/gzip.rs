//! [`Gzip`]: members of gzip, all by one compressor.

use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// On pages, this level takes little more than half of the default's time, and 4 % more space.
const LEVEL: u32 = 3;

/// Deflate, and then nothing that is known: no name, no time, no system (RFC 1952, section 2.3).
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// Makes members of gzip.
///
/// The compressor is used again, because to make one takes more stack than a thread of stage 1 has.
#[derive(Debug)]
pub(super) struct Gzip(Compress);

impl Gzip {
    pub(super) fn new() -> Gzip {
        Gzip(Compress::new(Compression::new(LEVEL), false))
    }

    /// Adds a member with this content to `out`.
    pub(super) fn member(&mut self, content: &[u8], out: &mut Vec<u8>) {
        let Gzip(compress) = self;
        compress.reset();
        out.extend(HEADER);
        let (mut crc, mut rest) = (Crc::new(), content);
        crc.update(content);
        loop {
            out.reserve(rest.len() / 2 + 64);
            let before = compress.total_in();
            let status = compress.compress_vec(rest, out, FlushCompress::Finish);
            let taken = usize::try_from(compress.total_in() - before).expect("a part of the content");
            rest = &rest[taken..];
            if status.expect("a compressor that was reset takes any bytes") == Status::StreamEnd {
                break;
            }
        }
        out.extend(crc.sum().to_le_bytes());
        out.extend(crc.amount().to_le_bytes());
    }
}
