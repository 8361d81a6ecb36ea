//! [`trim`]: the bytes of one answer, without those around it.

use super::exchange::Exchange;
use crate::fetch::http::Framing;
use crate::fetch::http::head::{self, Body};

/// Drops blank lines and 1xx answers before the response, and bytes after it.
pub(super) fn trim(exchange: &mut Exchange) {
    let end = loop {
        let empty = exchange.answer.iter().take_while(|byte| b"\r\n".contains(byte)).count();
        exchange.answer.drain(..empty);
        let Some(end) = head::find_end(&exchange.answer, 0) else { return };
        match head::parse(&exchange.answer[..end]) {
            Ok(None) => drop(exchange.answer.drain(..end)),
            Ok(Some((_, Body { framing: Ok(Framing::Length(length)), .. }))) => {
                break end.saturating_add(length);
            }
            Ok(Some((_, Body { framing: Ok(chunks @ Framing::Chunked(_)), .. }))) => {
                break end_chunks(exchange, end, chunks);
            }
            _ => return,
        }
    };
    if exchange.answer.len() >= end {
        exchange.truncated = None;
    }
    exchange.answer.truncate(end);
}

/// Ends the chunks that begin at `end` with an empty line, and returns where they end. Leaves trailers out, because readers of
/// archives take them for a part of the page.
fn end_chunks(exchange: &mut Exchange, mut end: usize, mut chunks: Framing) -> usize {
    let (mut body, mut lines) = (Vec::new(), exchange.answer[end..].split_inclusive(|byte| *byte == b'\n'));
    // The line with the last chunk's size completes the body.
    let has_last = lines.any(|line| {
        end += line.len();
        chunks.take(line, &mut body, usize::MAX).is_ok_and(|is_complete| is_complete)
    });
    if !has_last {
        return usize::MAX;
    }
    exchange.answer.truncate(end);
    exchange.answer.extend_from_slice(b"\r\n");
    exchange.answer.len()
}
