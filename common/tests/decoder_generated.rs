//! The decoder with generated answers: whatever pieces an answer comes in, the response is the same.

use std::fmt;

use common::{Cause, Response};
use common_fuzz::decoding;
use proptest::prelude::*;
use proptest::sample::select;

const MAX_BODY: usize = 64;

/// Returns the comparable part of a result. `is_persistent` depends on bytes that come after the answer.
fn seen(result: Result<Response, Cause>) -> Result<Response, String> {
    let seen = result.map(|response| Response { is_persistent: false, ..response });
    seen.map_err(|cause| format!("{}: {cause}", cause.kind()))
}

/// An answer that was generated.
#[derive(Clone)]
struct Answer(Vec<u8>);

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// Generates answers from plausible parts, most of them in a plausible order.
fn answer() -> impl Strategy<Value = Vec<u8>> {
    let status =
        select(vec!["", "\r\n", "HTTP/1.1 100 C\r\n\r\n", "HTTP/1.0 200 OK\r\n", "HTTP/1.1 304\n", "HTTQ"]);
    let header = select(vec![
        "Content-Length: 9\r\n",
        "Content-Length: 99\r\n",
        "Content-Length: 1\n",
        "Content-Length: x\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Location: /\u{fc}\r\n",
        " folded\r\n",
        "no header\r\n",
        "\r",
        "Content-Type: text/html\r\n",
    ]);
    let body = select(vec![
        "\r\n",
        "\n",
        "5\r\nhello\r\n",
        "3;a\nabc\n",
        "0\r\n\r\n",
        "7f\r\n",
        "hello",
        "\r",
        "ffffffffffffffffff\r\n",
        "a body of more than thirty bytes",
    ]);
    let list = proptest::collection::vec;
    (list(status, 0..3), Just("HTTP/1.1 200 OK\r\n"), list(header, 0..3), Just("\r\n"), list(body, 0..8))
        .prop_map(|(status, ok, headers, end, body)| {
            let parts = [status, vec![ok], headers, vec![end], body].concat();
            parts.concat().into_bytes()
        })
}

/// Generates answers with one byte replaced.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    (answer(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(mut answer, at, byte)| {
        let at = at.index(answer.len());
        answer[at] = byte;
        answer
    })
}

fn any_answer() -> impl Strategy<Value = Answer> {
    prop_oneof![4 => answer(), 2 => damaged(), 1 => any::<Vec<u8>>()].prop_map(Answer)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn an_answer_in_pieces_is_the_same(answer in any_answer(), sizes in prop::collection::vec(1..40_usize, 1..4)) {
        let whole = seen(decoding::decode(MAX_BODY, [&answer.0[..]]));
        let mut rest = &answer.0[..];
        let pieces = sizes.iter().cycle().map_while(|size| {
            let (piece, after) = rest.split_at(rest.len().min(*size));
            rest = after;
            (!piece.is_empty()).then_some(piece)
        });
        let found = seen(decoding::decode(MAX_BODY, pieces));
        prop_assert!(found == whole, "in pieces of {:?}: {:?}; in one: {:?}", sizes, found, whole);
    }
}
