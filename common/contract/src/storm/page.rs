//! [`Page`]: the bytes of a page, and what goes wrong with each answer.

use practice_site::Answer;

use super::fault::Fault;

/// A page of a case.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The bytes of the answer without a fault.
    pub wire: String,
    /// The fault of the first answer, of the second, and so on. The last one repeats.
    pub faults: Vec<Fault>,
}

/// How the end of a body is marked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Framing {
    Length,
    UntilEnd,
    /// In chunks of this size.
    Chunked(usize),
    /// By a length, after an interim answer.
    AfterInterim,
}

impl Page {
    /// Returns the answers, with their faults.
    pub fn answer(&self) -> Answer {
        Answer::sequence(self.faults.iter().map(|fault| fault.answer(self.wire.as_bytes())))
    }

    /// Returns the fault of the answer to this hit, counted from 0.
    pub fn fault(&self, hit: u32) -> &Fault {
        &self.faults[(hit as usize).min(self.faults.len() - 1)]
    }
}

/// Returns the path of the page of this number.
pub(super) fn path(page: usize) -> String {
    format!("/{page}")
}

/// Returns a page with these links.
pub(super) fn links(links: impl IntoIterator<Item = String>, framing: Framing) -> String {
    let body: String = links.into_iter().map(|link| format!("<a href=\"{link}\">x</a>\n")).collect();
    let length = format!("Content-Length: {}\r\n", body.len());
    let (start, header, body) = match framing {
        Framing::Length => ("HTTP/1.1", length, body),
        Framing::UntilEnd => ("HTTP/1.0", String::new(), body),
        Framing::Chunked(size) => ("HTTP/1.1", "Transfer-Encoding: chunked\r\n".into(), chunked(&body, size)),
        Framing::AfterInterim => ("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1", length, body),
    };
    format!("{start} 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{header}\r\n{body}")
}

fn chunked(body: &str, size: usize) -> String {
    let chunks = body.as_bytes().chunks(size);
    let chunks = chunks.map(|chunk| format!("{:x}\r\n{}\r\n", chunk.len(), String::from_utf8_lossy(chunk)));
    chunks.collect::<String>() + "0\r\n\r\n"
}

pub(super) fn redirect(status: u16, to: &str) -> String {
    format!("HTTP/1.0 {status} Go\r\nLocation: {to}\r\nContent-Length: 3\r\n\r\nGo!")
}

/// Returns an error page, which has a link.
pub(super) fn error(status: u16) -> String {
    format!("HTTP/1.1 {status} No\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\n<a href='x'>")
}

/// Returns an answer without a body.
pub(super) fn nothing(status: u16) -> String {
    format!("HTTP/1.0 {status} Nothing\r\nServer: storm\r\n\r\n")
}
