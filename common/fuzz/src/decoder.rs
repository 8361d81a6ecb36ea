//! The decoder gives the same response or the same kind of error, whatever pieces the bytes come in.

use common::{Cause, Decoder, Response};

/// Reads eight bytes of choices, of which the first four count, then the answer.
pub fn check(input: &[u8]) {
    let (choices, answer) = input.split_at(input.len().min(8));
    let choice = |at: usize| choices.get(at).map_or(0, |choice| usize::from(*choice));
    let max_body = choice(0) % 200;
    let whole = kind(decode(max_body, [answer]));
    for sizes in [[1; 3], [1, 2, 3].map(|at| choice(at) % 40 + 1)] {
        let mut rest = answer;
        let pieces = sizes.iter().cycle().map_while(|size| {
            let (piece, after) = rest.split_at(rest.len().min(*size));
            rest = after;
            (!piece.is_empty()).then_some(piece)
        });
        assert_eq!(whole, kind(decode(max_body, pieces)), "in pieces of {sizes:?}, and in one");
    }
    if let Ok(response) = whole {
        assert!(response.body.len() <= max_body, "a body of {} bytes", response.body.len());
        assert!((200..1000).contains(&response.status), "status {}", response.status);
    }
}

/// Returns the response or the kind of error.
///
/// `is_persistent` is left out, because it depends on bytes that come after the answer.
fn kind(decoded: Result<Response, Cause>) -> Result<Response, String> {
    decoded.map(|response| Response { is_persistent: false, ..response }).map_err(|cause| cause.kind().into())
}

/// Returns the result of an answer in these pieces, and of the end of the stream.
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
