//! [`Exchange`]: the bytes that a fetch sent and received, for an archive.

use std::sync::Arc;
use std::time::SystemTime;

use url::Url;

use super::body::Framing;
use super::head::{self, Head};

/// The request and the answer of the try that succeeded, as they passed over its connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// When the request was made.
    pub began: SystemTime,
    /// The page or the redirect that led to the URL; `None` for a root.
    pub via: Option<Arc<Url>>,
    /// The bytes of the request.
    pub request: Vec<u8>,
    /// The bytes of the answer with its transfer and content codings, from the status line on.
    ///
    /// Interim answers are left out, because a reader of an archive would take the first of them for the whole answer.
    pub answer: Vec<u8>,
    /// Whether only the first bytes of the answer are kept, because it has many more bytes than its body.
    pub is_truncated: bool,
}

impl Exchange {
    /// Drops empty lines and interim answers before the answer, and the bytes after it.
    pub(crate) fn trim(&mut self) {
        let end = loop {
            let empty = self.answer.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            self.answer.drain(..empty);
            let Some(end) = head::find_end(&self.answer, 0) else { return };
            match head::parse(&mut self.answer[..end].to_vec(), Some(usize::MAX)) {
                Ok(Head::Interim) => drop(self.answer.drain(..end)),
                Ok(Head::Final(_, Framing::Length(length), _)) => break end.saturating_add(length),
                Ok(Head::Final(_, chunks @ Framing::Chunked(_), _)) => break self.end_chunks(end, chunks),
                _ => return,
            }
        };
        self.is_truncated &= self.answer.len() < end;
        self.answer.truncate(end);
    }

    /// Ends the chunks that begin at `end` with an empty line, and returns where they end. Leaves trailers out, because readers of
    /// archives take them for a part of the page.
    fn end_chunks(&mut self, mut end: usize, mut chunks: Framing) -> usize {
        let (mut body, mut lines) = (Vec::new(), self.answer[end..].split_inclusive(|byte| *byte == b'\n'));
        // The line with the last chunk's size completes the body.
        let has_last = lines.any(|line| {
            end += line.len();
            chunks.take(line, &mut body, usize::MAX).is_ok_and(|is_complete| is_complete)
        });
        if !has_last {
            return usize::MAX;
        }
        self.answer.truncate(end);
        self.answer.extend_from_slice(b"\r\n");
        self.answer.len()
    }
}
