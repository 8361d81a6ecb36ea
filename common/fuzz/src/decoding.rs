//! Decodes a complete answer in given pieces.

use common::{Cause, Decoder, Response};

/// Returns the result of these pieces and the end of the stream.
pub fn decode<'a>(max_body: usize, pieces: impl IntoIterator<Item = &'a [u8]>) -> Result<Response, Cause> {
    let mut decoder = Decoder::new(max_body);
    // An empty piece would mean the end.
    for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
        if let Some(response) = decoder.decode(piece)? {
            return Ok(response);
        }
    }
    let ended = decoder.decode(&[]).transpose();
    ended.expect("no bytes are the end of the stream, with which `decode` returns a response or an error")
}
