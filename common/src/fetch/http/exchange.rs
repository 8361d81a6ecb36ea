//! [`Exchange`]: the bytes that a fetch sent and received, for an archive.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::SystemTime;

use url::Url;

use super::body::Framing;
use super::head::{self, Head};
use super::{MAX_HEAD, MAX_ROBOTS_TXT};

/// The request and the answer of the try that succeeded, as they passed over its connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// When the request was made.
    pub began: SystemTime,
    /// The server's address; `None` if the connection was used again.
    pub address: Option<IpAddr>,
    /// The page or the redirect that led to the URL; `None` for a root and for a robots.txt.
    pub via: Option<Arc<Url>>,
    /// The bytes of the request.
    pub request: Vec<u8>,
    /// The bytes of the answer with its transfer and content codings, from the status line on.
    ///
    /// Interim answers are left out, because a reader of an archive would take the first of them for the whole answer.
    pub answer: Vec<u8>,
    /// How many of these bytes are the head.
    pub head: usize,
    /// Whether the body is chunked.
    pub is_chunked: bool,
    /// Whether the answer went on: it has more than twice the bytes that its body may have, or is a long robots.txt.
    pub is_cut: bool,
}

impl Exchange {
    /// Begins with the bytes of a request.
    pub(crate) fn begin(request: &[u8], address: Option<IpAddr>, via: Option<Arc<Url>>) -> Exchange {
        Exchange {
            began: SystemTime::now(),
            address,
            via,
            request: request.to_vec(),
            answer: Vec::new(),
            head: 0,
            is_chunked: false,
            is_cut: false,
        }
    }

    /// Adds the next bytes of the answer. Keeps a bounded number of them, because chunks of one byte each may have
    /// thousands of bytes of extensions.
    pub(crate) fn receive(&mut self, bytes: &[u8], max_body: usize) {
        let most = max_body.max(MAX_ROBOTS_TXT).saturating_mul(2).saturating_add(MAX_HEAD);
        let fitting = bytes.len().min(most - self.answer.len());
        self.answer.extend_from_slice(&bytes[..fitting]);
        self.is_cut |= fitting < bytes.len();
    }

    /// Ends with the bytes of a complete answer: leaves out what is before it and what is behind it.
    pub(crate) fn end(&mut self) {
        loop {
            let empty = self.answer.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            self.answer.drain(..empty);
            let Some(end) = head::find_end(&self.answer, 0) else { return };
            match head::parse(&mut self.answer[..end].to_vec(), Some(usize::MAX)) {
                Ok(Head::Interim) => drop(self.answer.drain(..end)),
                Ok(Head::Final(_, framing, ..)) => {
                    self.head = end;
                    return self.end_body(&framing);
                }
                Err(_) => return,
            }
        }
    }

    fn end_body(&mut self, framing: &Framing) {
        match framing {
            Framing::Length(length) => self.answer.truncate(self.head.saturating_add(*length)),
            Framing::Chunked(_) => {
                self.is_chunked = true;
                self.end_chunks();
            }
            Framing::UntilEnd => {}
        }
    }

    /// Adds the empty line behind the last chunk if it has not come yet: the decoder does not wait for it, but without it,
    /// readers of archives take the last chunk's size for a part of the page.
    fn end_chunks(&mut self) {
        let lines = self.answer.strip_suffix(b"\r").unwrap_or(&self.answer);
        let last = lines.strip_suffix(b"\n").and_then(|lines| lines.rsplit(|&byte| byte == b'\n').next());
        let behind = last.and_then(|line| line.strip_prefix(b"0")).map(|zeros| {
            let zeros = zeros.iter().skip_while(|&&byte| byte == b'0');
            zeros.copied().find(|byte| !byte.is_ascii_whitespace())
        });
        // Behind the size, there may be an extension.
        if matches!(behind, Some(None | Some(b';'))) {
            self.answer.truncate(lines.len());
            self.answer.extend_from_slice(b"\r\n");
        }
    }
}
