//! Decodes a whole answer, in the pieces in which it is said to come.

use common::{Cause, Decoder, Response};

/// What the decoder makes of these pieces and the end of the stream behind them.
pub fn decode<'a>(max_body: usize, pieces: impl IntoIterator<Item = &'a [u8]>) -> Result<Response, Cause> {
    let mut decoder = Decoder::new(max_body);
    // No bytes mean the end, so an empty piece must not be handed on.
    for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
        if let Some(response) = decoder.decode(piece)? {
            return Ok(response);
        }
    }
    decoder.decode(&[]).map(|response| response.expect("the end of the stream decides"))
}
