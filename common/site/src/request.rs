//! Reading a request's head, however many pieces it comes in.

use std::io;

use httparse::{Error, Status};

use super::connection::Connection;

const MAX_HEAD: usize = 64 * 1024;
const MAX_HEADERS: usize = 100;

/// What a client asks for.
#[derive(Debug)]
pub(super) struct Request {
    pub path: String,
    pub head_only: bool,
}

/// Reads one request, or the status that refuses it. Fails if the client goes away before the head's end.
pub(super) async fn read_request(connection: &Connection) -> io::Result<Result<Request, u16>> {
    let mut head = Vec::new();
    loop {
        if connection.read(&mut head).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(request) = parse(&head) {
            return Ok(request);
        }
        if head.len() > MAX_HEAD {
            return Ok(Err(431));
        }
    }
}

/// A request or its refusal; `None` while the head is incomplete.
fn parse(head: &[u8]) -> Option<Result<Request, u16>> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(Status::Partial) => return None,
        Ok(Status::Complete(_)) => {}
        Err(Error::TooManyHeaders) => return Some(Err(431)),
        Err(_) => return Some(Err(400)),
    }
    let path = request.path.unwrap_or_default().to_owned();
    Some(match request.method {
        Some("GET") => Ok(Request { path, head_only: false }),
        Some("HEAD") => Ok(Request { path, head_only: true }),
        _ => Err(405),
    })
}
