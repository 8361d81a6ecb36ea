//! [`Decoder`]: from bytes as they come to a [`Response`].

use std::mem;

use super::body::Framing;
use super::head::{self, Head};
use super::{MAX_HEAD, Response};
use crate::fetch::error::Cause;

/// Decodes one response, given its bytes in any split.
#[derive(Debug)]
pub struct Decoder {
    max_body: usize,
    state: State,
}

#[derive(Debug)]
enum State {
    /// The head has not ended: its bytes so far, and how many bytes came before it.
    Head { bytes: Vec<u8>, before: usize },
    /// The head is in the response; the body is being added to it.
    Body { response: Response, framing: Framing },
}

impl Decoder {
    /// A decoder for a response with a body of `max_body` bytes at most.
    pub fn new(max_body: usize) -> Decoder {
        Decoder { max_body, state: State::Head { bytes: Vec::new(), before: 0 } }
    }

    /// Takes the next bytes, and returns the response once it is complete.
    ///
    /// No bytes are the end of the stream, as `read` has it. Bytes after the end of a body with a
    /// known length are ignored.
    ///
    /// # Errors
    /// [`Cause::Closed`] and [`Cause::Truncated`] where the stream ends too early, in the head or
    /// in the body; [`Cause::TooLarge`]; [`Cause::ContentEncoding`], as soon as the head is there;
    /// [`Cause::Malformed`] and [`Cause::BadResponse`].
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        if bytes.is_empty() {
            return self.end().map(Some);
        }
        match &mut self.state {
            State::Head { bytes: head, .. } => {
                // An end may lie across the seam: its first bytes are the last three of the old.
                let seam = head.len().saturating_sub(3);
                head.extend_from_slice(bytes);
                self.decode_head(seam, bytes)
            }
            State::Body { .. } => self.decode_body(bytes),
        }
    }

    /// Looks for the head's end, from `start` on; bytes behind it are the body's, and among the
    /// `last` ones that have come.
    fn decode_head(&mut self, mut start: usize, last: &[u8]) -> Result<Option<Response>, Cause> {
        while let State::Head { bytes, before } = &mut self.state {
            // Empty lines are skipped (RFC 9112, section 2.2); dropped, so that each is seen once.
            let empty = bytes.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            bytes.drain(..empty);
            *before += empty;
            // Not what lies past the limit, or it would matter in which pieces the bytes come.
            head::check_start(&bytes[..bytes.len().min((MAX_HEAD + 1).saturating_sub(*before))])?;
            let end = head::find_end(bytes, start);
            if *before + end.unwrap_or(bytes.len()) > MAX_HEAD {
                return Err(Cause::TooLarge(format!("{} KiB of headers", MAX_HEAD >> 10)));
            }
            let Some(end) = end else { return Ok(None) };
            match head::parse(&bytes[..end], self.max_body)? {
                Head::Interim => {
                    *before += end;
                    bytes.drain(..end);
                    start = 0;
                }
                Head::Final(response, framing) => {
                    let rest = &last[last.len() - (bytes.len() - end)..];
                    self.state = State::Body { response, framing };
                    return self.decode_body(rest);
                }
            }
        }
        Ok(None)
    }

    fn decode_body(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        let State::Body { response, framing } = &mut self.state else { return Ok(None) };
        let ends_here = framing.ends_with(bytes);
        let complete = framing.take(bytes, &mut response.body, self.max_body)?;
        // Anything behind the answer would be taken for the next one.
        response.is_persistent &= !complete || ends_here;
        Ok(complete.then(|| mem::take(response)))
    }

    /// The stream has ended.
    fn end(&mut self) -> Result<Response, Cause> {
        match &mut self.state {
            State::Head { .. } => Err(Cause::Closed),
            State::Body { response, framing: Framing::UntilEnd } => {
                Ok(Response { is_persistent: false, ..mem::take(response) })
            }
            State::Body { .. } => Err(Cause::Truncated),
        }
    }
}
