//! [`Decoder`]: from bytes as they come to a [`Response`].

use std::mem;

use super::body::Framing;
use super::coding;
use super::head::{self, Body};
use super::needs::{body_of, is_no_page};
use super::request::Needs;
use super::{MAX_HEAD, Response};
use crate::fetch::error::Cause;

/// Decodes one response, whatever pieces its bytes come in.
///
/// A body is read only if the crawl needs it. If not, the head is the answer, whatever becomes of the body: what a redirect or
/// an error says is in its head (RFC 9110, section 15.4), and a download has no links.
#[derive(Debug)]
pub struct Decoder {
    /// The most bytes of a body.
    max_body: usize,
    needs: Needs,
    state: State,
}

#[derive(Debug)]
enum State {
    /// The head has not ended. `bytes` are its bytes so far; `before` counts the bytes dropped before them.
    Head { bytes: Vec<u8>, before: usize },
    /// The head is complete, and the body grows in the response. In the end, a coded one is decoded.
    Body { response: Response, framing: Framing, is_coded: bool },
}

impl Default for State {
    fn default() -> State {
        State::Head { bytes: Vec::new(), before: 0 }
    }
}

impl Decoder {
    /// Makes a decoder for a page with a body of `max_body` bytes at most.
    pub fn new(max_body: usize) -> Decoder {
        Decoder::of(Needs::Pages, max_body)
    }

    /// Makes a decoder for an answer of which this is needed. A body has `max_body` bytes at most, unless the need is another limit.
    pub fn of(needs: Needs, max_body: usize) -> Decoder {
        let max_body = if let Needs::Start(most) = needs { most } else { max_body };
        Decoder { max_body, needs, state: State::default() }
    }

    /// Returns whether the body of `response` is read, of which a part may have come.
    pub fn reads_body_of(&self, response: &Response) -> bool {
        body_of(self.needs, response, false)
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
            match head::parse(&bytes[..end])? {
                // Another head follows.
                None => {
                    *before += end;
                    bytes.drain(..end);
                    start = 0;
                }
                Some((response, body)) => {
                    // What is behind the head came with the last piece.
                    let behind = bytes.len() - end;
                    return self.begin_body(response, body, &last[last.len() - behind..]);
                }
            }
        }
        Ok(None)
    }

    /// Begins with the body, or returns the response without it. `bytes` are those behind the head.
    fn begin_body(
        &mut self,
        mut response: Response,
        body: Body,
        bytes: &[u8],
    ) -> Result<Option<Response>, Cause> {
        if !body_of(self.needs, &response, false) {
            let ends_here = body.framing.is_ok_and(|framing| framing.ends_with(bytes));
            response.is_persistent &= ends_here && self.needs != Needs::Nothing;
            return Ok(Some(response));
        }
        let is_coded = body.is_coded?;
        let framing = body.framing?;
        // The length alone says that the body is too large, unless its first bytes may still tell that it is not needed.
        let is_certain = self.needs == Needs::Pages && response.content_type.is_some();
        if is_certain && matches!(framing, Framing::Length(length) if length > self.max_body) {
            return Err(Cause::TooLarge(format!("{} bytes of body", self.max_body)));
        }
        self.state = State::Body { response, framing, is_coded };
        self.decode_body(bytes)
    }

    fn decode_body(&mut self, bytes: &[u8]) -> Result<Option<Response>, Cause> {
        let State::Body { response, framing, is_coded } = &mut self.state else { return Ok(None) };
        let ends_here = framing.ends_with(bytes);
        let taken = framing.take(bytes, &mut response.body, self.max_body);
        let is_cut_off = matches!(self.needs, Needs::Start(_)) && response.body.len() == self.max_body;
        let complete = match taken {
            Err(Cause::TooLarge(_)) if is_cut_off => true,
            // The first bytes have told that it is no page.
            _ if is_no_page(self.needs, response, *is_coded) => true,
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

    /// Takes the response, whose body is complete, and decodes the body if it is needed.
    fn take_response(&mut self) -> Result<Response, Cause> {
        let State::Body { mut response, is_coded, .. } = mem::take(&mut self.state) else {
            return Err(Cause::Closed);
        };
        if is_no_page(self.needs, &response, is_coded) {
            response.body = Vec::new();
        } else if is_coded {
            let coded = mem::take(&mut response.body);
            let decoded = coding::decode(&coded, &mut response.body, self.max_body);
            // Of a body that may be cut off, the beginning is enough.
            decoded.or_else(|cause| match self.needs {
                Needs::Start(_) if !response.body.is_empty() => Ok(()),
                _ => Err(cause),
            })?;
        }
        Ok(response)
    }
}
