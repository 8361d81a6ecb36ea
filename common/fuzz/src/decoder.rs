//! The decoder gives the same response or the same kind of error, whatever pieces the bytes come in.

use common::fetch::http::MAX_HEAD;
use common::{Cause, Decoder, Response};

use super::input::Input;

/// Bytes that are repeated until an answer reaches the limits.
const LONG: [&[u8]; 6] = [b"\n", b"\r\n", b"x", b"A: b\r\n", b"HTTP/1.1 100 C\r\n\r\n", b"0"];

/// Reads eight bytes of choices, then the answer.
pub fn check(input: &[u8]) {
    let mut input = Input(input);
    let max_body = input.below(200);
    let sizes = [(); 3].map(|()| input.below(40) + 1);
    let (long, times, at) = (LONG[input.below(LONG.len())], input.byte(), input.below(200));
    input.byte();
    let mut answer = input.0.to_vec();
    // Most answers stay short.
    if times >= 0xf0 {
        let at = at.min(answer.len());
        answer.splice(at..at, long.repeat(usize::from(times & 0xf) * 6000 / long.len()));
    }

    let whole = decode(max_body, [&answer[..]]);
    let mut rest = &answer[..];
    let pieces = sizes.iter().cycle().map_while(|size| {
        let (piece, after) = rest.split_at(rest.len().min(*size));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    });
    assert_eq!(whole, decode(max_body, pieces), "in pieces of {sizes:?}, and in one");
    assert_eq!(whole, decode(max_body, answer.chunks(1)), "byte by byte, and in one");

    match &whole {
        Ok(response) => {
            assert!(response.body.len() <= max_body, "a body of {} bytes", response.body.len());
            assert!((200..1000).contains(&response.status), "status {}", response.status);
            let head = &answer[..answer.len().min(MAX_HEAD)];
            assert_ne!(decode(max_body, [head]), Err("closed"), "the head is too long");
        }
        Err(kind) if *kind == "closed" => assert!(answer.len() <= MAX_HEAD, "the head is too long"),
        Err(_) => {}
    }
}

/// Returns the response or the kind of error of an answer in these pieces.
///
/// `is_persistent` is left out, because it depends on bytes that come after the answer.
fn decode<'a>(max_body: usize, pieces: impl IntoIterator<Item = &'a [u8]>) -> Result<Response, &'static str> {
    let kind = |cause: Cause| cause.kind();
    let mut decoder = Decoder::new(max_body);
    // An empty piece would mean the end.
    for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
        if let Some(response) = decoder.decode(piece).map_err(kind)? {
            return Ok(Response { is_persistent: false, ..response });
        }
    }
    let response = decoder.decode(&[]).map_err(kind)?;
    let response = response.expect("the end of the stream decides");
    Ok(Response { is_persistent: false, ..response })
}
