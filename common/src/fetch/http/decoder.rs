//! [`Decoder`]: from bytes as they come to a [`Response`].

use std::mem;

use super::body::Framing;
use super::coding;
use super::head::{self, Head};
use super::{MAX_HEAD, MAX_ROBOTS_TXT, Response};
use crate::fetch::error::Cause;

/// Decodes one response, whatever pieces its bytes come in.
#[derive(Debug)]
pub struct Decoder {
    /// The most bytes of a body.
    max_body: usize,
    /// What becomes of a longer body.
    beyond: Beyond,
    state: State,
}

/// What becomes of a body that is longer than the limit.
#[derive(Debug, PartialEq, Eq)]
enum Beyond {
    IsAnError,
    IsCutOff,
    /// The answer ends with its head, whatever that says about a body.
    NoneIsRead,
}

#[derive(Debug)]
enum State {
    /// The head has not ended. `bytes` are its bytes so far; `before` counts the bytes dropped before them.
    Head { bytes: Vec<u8>, before: usize },
    /// The head is complete, and the body grows in the response. In the end, a coded one is decoded.
    Body { response: Response, framing: Framing, is_coded: bool },
}

impl Decoder {
    /// Makes a decoder for a response with a body of `max_body` bytes at most.
    pub fn new(max_body: usize) -> Decoder {
        Decoder { max_body, beyond: Beyond::IsAnError, state: State::Head { bytes: Vec::new(), before: 0 } }
    }

    /// Makes a decoder for a robots.txt. Its body ends after the byte that tells whether the limit cuts a line.
    pub fn robots_txt() -> Decoder {
        Decoder { beyond: Beyond::IsCutOff, ..Decoder::new(MAX_ROBOTS_TXT + 1) }
    }

    /// Makes a decoder for an answer of which only the head counts.
    pub fn of_head() -> Decoder {
        Decoder { beyond: Beyond::NoneIsRead, ..Decoder::new(0) }
    }

    /// Takes the next bytes, and returns the response once it is complete.
    ///
    /// No bytes mean the end of the stream, as `read` has it. Bytes after a body of known length are ignored.
    ///
    /// # Errors
    /// If the stream ends too early ([`Cause::Closed`] in the head, [`Cause::Truncated`] in the body),
    /// if a limit is exceeded ([`Cause::TooLarge`]), or if the response is not acceptable
    /// ([`Cause::ContentEncoding`], [`Cause::Malformed`], [`Cause::BadResponse`]).
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                // The end of a head, `\n\r\n` at most, may begin in the last two bytes of the previous piece.
                let start = head.len().saturating_sub(2);
                head.extend_from_slice(bytes);
                self.decode_head(start, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }

    /// Looks for the end of the head from `start` on. `last` is the last piece; the body begins in it.
    fn decode_head(&mut self, mut start: usize, last: &[u8]) -> Result<Option<Response>, Cause> {
        while let State::Head { bytes, before } = &mut self.state {
            // Empty lines before the status are skipped (RFC 9112, section 2.2).
            let empty = bytes.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            bytes.drain(..empty);
            *before += empty;
            // Bytes past the limit are not checked. Otherwise the error would depend on the pieces.
            head::check_start(&bytes[..bytes.len().min((MAX_HEAD + 1).saturating_sub(*before))])?;
            let end = head::find_end(bytes, start);
            if *before + end.unwrap_or(bytes.len()) > MAX_HEAD {
                return Err(Cause::TooLarge(format!("{} KiB of headers", MAX_HEAD >> 10)));
            }
            let Some(end) = end else { return Ok(None) };
            let max_length = match self.beyond {
                Beyond::IsAnError => Some(self.max_body),
                Beyond::IsCutOff => Some(usize::MAX),
                Beyond::NoneIsRead => None,
            };
            match head::parse(&mut bytes[..end], max_length)? {
                // A 1xx: another head follows.
                Head::Interim => {
                    *before += end;
                    bytes.drain(..end);
                    start = 0;
                }
                Head::Final(response, ..) if self.beyond == Beyond::NoneIsRead => return Ok(Some(response)),
                Head::Final(response, framing, is_coded) => {
                    // `bytes` goes away with the old state. What is behind the head came with the last piece.
                    let behind = bytes.len() - end;
                    let (_, rest) = last.split_at(last.len() - behind);
                    self.state = State::Body { response, framing, is_coded };
                    return self.decode_body(rest);
                }
            }
        }
        Ok(None)
    }

    fn decode_body(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        let State::Body { response, framing, .. } = &mut self.state else { return Ok(None) };
        let ends_here = framing.ends_with(bytes);
        let complete = match framing.take(bytes, &mut response.body, self.max_body) {
            Err(Cause::TooLarge(_))
                if self.beyond == Beyond::IsCutOff && response.body.len() == self.max_body =>
            {
                true
            }
            taken => taken?,
        };
        // On a connection that is used again, bytes after this response would be read as the next one.
        response.is_persistent &= !complete || ends_here;
        if complete { self.take_response().map(Some) } else { Ok(None) }
    }

    /// Returns what it means that the stream ends here although its peer has not ended it.
    pub fn cut_off(&self) -> Cause {
        match self.state {
            State::Head { .. } => Cause::Closed,
            State::Body { .. } => Cause::Truncated,
        }
    }

    /// Returns the response that ends with the stream.
    fn end(&mut self) -> Result<Response, Cause> {
        match &mut self.state {
            State::Head { .. } => Err(Cause::Closed),
            State::Body { response, framing, .. } => {
                framing.end()?;
                response.is_persistent = false;
                self.take_response()
            }
        }
    }

    /// Takes the response, whose body is complete, and decodes the body.
    fn take_response(&mut self) -> Result<Response, Cause> {
        let State::Body { response, is_coded, .. } = &mut self.state else { return Err(Cause::Closed) };
        let mut response = mem::take(response);
        if *is_coded {
            let coded = mem::take(&mut response.body);
            let decoded = coding::decode(&coded, &mut response.body, self.max_body);
            // Of a body that may be cut off, the beginning is enough.
            decoded.or_else(|cause| match self.beyond {
                Beyond::IsCutOff if !response.body.is_empty() => Ok(()),
                _ => Err(cause),
            })?;
        }
        Ok(response)
    }
}
