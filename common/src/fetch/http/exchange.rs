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
}

impl Exchange {
    /// Ends with the bytes of a complete answer: leaves out what is before it and what is behind it.
    pub(crate) fn end(&mut self) {
        loop {
            let empty = self.answer.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            self.answer.drain(..empty);
            let Some(end) = head::find_end(&self.answer, 0) else { return };
            match head::parse(&mut self.answer[..end].to_vec(), Some(usize::MAX)) {
                Ok(Head::Interim) => drop(self.answer.drain(..end)),
                Ok(Head::Final(_, Framing::Length(length), _)) => {
                    return self.answer.truncate(end.saturating_add(length));
                }
                Ok(Head::Final(_, Framing::Chunked(_), _)) => return self.end_chunks(),
                _ => return,
            }
        }
    }

    /// Adds the empty line behind the last chunk if it has not come yet: the decoder does not wait for it, but without it,
    /// readers of archives take the last chunk's size for a part of the page.
    fn end_chunks(&mut self) {
        let lines = self.answer.strip_suffix(b"\r").unwrap_or(&self.answer);
        let has_empty_line = lines.ends_with(b"\n\n") || lines.ends_with(b"\n\r\n");
        if lines.ends_with(b"\n") && !has_empty_line {
            self.answer.truncate(lines.len());
            self.answer.extend_from_slice(b"\r\n");
        }
    }
}
