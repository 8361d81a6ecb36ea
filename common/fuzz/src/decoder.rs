//! The decoder gives the same response or the same kind of error, whatever pieces the bytes come in.

use common::Response;
use common::fetch::http::MAX_HEAD;

use super::decoding;

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
    let decoded = decoding::decode(max_body, pieces).map_err(|cause| cause.kind())?;
    Ok(Response { is_persistent: false, ..decoded })
}

/// Bytes that are taken from the front. After the last one, only zeros follow.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    /// Takes a number under 256.
    fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    /// Takes a number under `bound`, which is 256 at most.
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }
}
