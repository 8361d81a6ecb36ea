//! [`Framing`]: where the body of a response ends.

use crate::fetch::error::Cause;

/// The longest line of a chunk's size, extensions included.
const MAX_SIZE_LINE: usize = 4 << 10;

/// How a body ends.
#[derive(Debug)]
pub enum Framing {
    /// After this many more bytes.
    Length(usize),
    /// With the chunk of size zero.
    Chunked(Chunks),
    /// With the stream.
    UntilEnd,
}

impl Framing {
    /// Returns whether the body is known to end with these bytes. A chunked body may have trailers.
    pub(super) fn ends_with(&self, bytes: &[u8]) -> bool {
        matches!(self, Framing::Length(left) if *left == bytes.len())
    }

    /// Adds the body's part of `bytes` to `body`. Returns whether the body is complete.
    ///
    /// # Errors
    /// If the body gets longer than `max_body` ([`Cause::TooLarge`]), or its chunks are malformed ([`Cause::BadResponse`]).
    pub fn take(&mut self, bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        match self {
            Framing::Length(left) => {
                let bytes = &bytes[..bytes.len().min(*left)];
                push(bytes, body, max_body)?;
                *left -= bytes.len();
                Ok(*left == 0)
            }
            Framing::Chunked(chunks) => chunks.take(bytes, body, max_body),
            Framing::UntilEnd => push(bytes, body, max_body).map(|()| false),
        }
    }

    /// Ends a body that is not complete where the stream ends.
    ///
    /// # Errors
    /// If more of the body should have come: [`Cause::Truncated`].
    pub fn end(&self) -> Result<(), Cause> {
        match self {
            Framing::UntilEnd => Ok(()),
            Framing::Length(_) | Framing::Chunked(_) => Err(Cause::Truncated),
        }
    }
}

/// The decoder of a chunked body (RFC 9112, section 7.1).
///
/// The chunk of size zero completes the body. Trailers are of no use to a crawler.
#[derive(Debug, Default)]
pub struct Chunks {
    /// The bytes of the current size line so far; empty inside a chunk's data.
    line: Vec<u8>,
    /// How many bytes of this chunk's data are still to come.
    left: usize,
    /// Whether the line break after a chunk's data is still to come.
    break_first: bool,
}

impl Chunks {
    fn take(&mut self, mut bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<bool, Cause> {
        while !bytes.is_empty() {
            if self.left > 0 {
                let (data, rest) = bytes.split_at(bytes.len().min(self.left));
                push(data, body, max_body)?;
                self.left -= data.len();
                self.break_first = true;
                bytes = rest;
                continue;
            }
            let end = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| at + 1);
            let (part, rest) = bytes.split_at(end);
            self.line.extend_from_slice(part);
            bytes = rest;
            if self.line.len() > MAX_SIZE_LINE {
                return Err(Cause::TooLarge(format!("{} KiB for a chunk's size", MAX_SIZE_LINE >> 10)));
            }
            if part.ends_with(b"\n") && self.line_ended()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes a complete line: the break after a chunk, or a size. Returns whether it was the last size.
    fn line_ended(&mut self) -> Result<bool, Cause> {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_ascii();
        if std::mem::take(&mut self.break_first) {
            let too_long = Cause::BadResponse("a chunk is longer than its size".into());
            return if line.is_empty() { Ok(false) } else { Err(too_long) };
        }
        let size = line.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
        let is_hex = !size.is_empty() && size.iter().all(u8::is_ascii_hexdigit);
        if !is_hex {
            return Err(Cause::BadResponse("a chunk's size is not a number".into()));
        }
        // A size that overflows an integer exceeds any limit.
        let size = str::from_utf8(size).ok().and_then(|digits| usize::from_str_radix(digits, 16).ok());
        self.left = size.unwrap_or(usize::MAX);
        Ok(self.left == 0)
    }
}

/// Adds as many of `bytes` as fit to `body`.
fn push(bytes: &[u8], body: &mut Vec<u8>, max_body: usize) -> Result<(), Cause> {
    let fitting = bytes.len().min(max_body - body.len());
    body.extend_from_slice(&bytes[..fitting]);
    if fitting < bytes.len() { Err(Cause::TooLarge(format!("{max_body} bytes of body"))) } else { Ok(()) }
}
