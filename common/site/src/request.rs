//! Reading a request's head, in any number of pieces.

use std::io::{self, Read};

use httparse::Status;

const MAX_HEAD: usize = 64 * 1024;
const MAX_HEADERS: usize = 100;

/// What a client asks for.
#[derive(Debug)]
pub(crate) struct Request {
    pub path: String,
    /// Whether only the head of the answer is sent (RFC 9110, section 9.3.2).
    pub is_head: bool,
    /// Whether the connection is to stay open for another request.
    pub keep_alive: bool,
}

/// Reads one request into `head`, and returns it, or the status that refuses it.
///
/// # Errors
/// If the client goes away before the head's end, or no bytes are left to read (`WouldBlock`).
pub(crate) fn read_request(stream: &mut impl Read, head: &mut Vec<u8>) -> io::Result<Result<Request, u16>> {
    let mut buffer = [0; 1024];
    loop {
        let read = stream.read(&mut buffer)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        head.extend_from_slice(&buffer[..read]);
        if let Some(request) = parse(head) {
            return Ok(request);
        }
        if head.len() > MAX_HEAD {
            return Ok(Err(431));
        }
    }
}

/// Returns a request or its refusal; `None` while the head is incomplete.
fn parse(head: &[u8]) -> Option<Result<Request, u16>> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(head) {
        Ok(Status::Partial) => return None,
        Ok(Status::Complete(length)) => length,
        Err(_) => return Some(Err(400)),
    };
    let is_head = match request.method {
        Some("GET") => false,
        Some("HEAD") => true,
        _ => return Some(Err(400)),
    };
    let path = request.path.unwrap_or_default().to_owned();
    // A second request in the same bytes is not answered: the client sends it again on another connection.
    let keep_alive = length == head.len() && is_persistent(&request);
    Some(Ok(Request { path, is_head, keep_alive }))
}

/// Returns whether the client will use the connection again (RFC 9112, section 9.3).
fn is_persistent(request: &httparse::Request<'_, '_>) -> bool {
    let headers = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("connection"));
    let options: Vec<&[u8]> = headers.flat_map(|header| header.value.split(|byte| *byte == b',')).collect();
    let says = |option: &[u8]| options.iter().any(|said| said.trim_ascii().eq_ignore_ascii_case(option));
    !says(b"close") && (request.version == Some(1) || says(b"keep-alive"))
}
