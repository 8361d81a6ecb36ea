//! The decoder: an answer decodes to the same response, whatever pieces its bytes come in.

use common::{Cause, Decoder, Response};
use proptest::prelude::*;
use proptest::sample::select;

mod decoding;

const MAX_BODY: usize = 64;

/// Returns the comparable part of a result. `is_persistent` depends on bytes that come after the answer.
fn seen(result: Result<Response, Cause>) -> Result<Response, String> {
    let seen = result.map(|response| Response { is_persistent: false, ..response });
    seen.map_err(|cause| format!("{}: {cause}", cause.kind()))
}

fn in_one_piece(answer: &[u8]) -> Result<Response, String> {
    seen(decoding::decode(MAX_BODY, [answer]))
}

fn in_pieces_of(size: usize, answer: &[u8]) -> Result<Response, String> {
    seen(decoding::decode(MAX_BODY, answer.chunks(size)))
}

const ANSWER: &[u8] =
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\nbody";

/// Returns the status, the type and the body of an answer in pieces, or its error.
fn shown<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
    let show = |response: Response| {
        let media_type = response.content_type.map_or("no type".into(), |of| of.media_type);
        format!("{} {media_type} {}", response.status, String::from_utf8_lossy(&response.body))
    };
    decoding::decode(MAX_BODY, pieces).map_or_else(|cause| format!("an error: {cause}"), show)
}

#[test]
fn an_answer_may_come_in_one_piece() {
    assert_eq!(
        shown([ANSWER]),
        "200 text/html body",
        "one piece holds head and body: look for the end of the head in all of it, and go on with the body"
    );
}

#[test]
fn an_answer_may_come_byte_by_byte() {
    let found = shown(ANSWER.chunks(1));
    assert_eq!(
        found, "200 text/html body",
        "keep the bytes of the head until the empty line that ends it has come"
    );
}

#[test]
fn an_answer_may_come_in_two_pieces_cut_anywhere() {
    for at in 1..ANSWER.len() {
        let (first, second) = ANSWER.split_at(at);
        let end = String::from_utf8_lossy(&first[at.saturating_sub(4)..]);
        let found = shown([first, second]);
        assert_eq!(
            found, "200 text/html body",
            "the first piece ends in {end:?}: `\\r\\n\\r\\n` may lie across pieces"
        );
    }
}

/// Returns the result of these bytes and, after them, of the end of the stream.
fn at_the_end(answer: &str) -> String {
    let mut decoder = Decoder::new(MAX_BODY);
    for piece in [answer, ""] {
        match decoder.decode(piece.as_bytes()) {
            Ok(Some(response)) => return String::from_utf8_lossy(&response.body).into_owned(),
            Ok(None) => {}
            Err(cause) => return format!("an error: {cause}"),
        }
    }
    "no result: the caller would read for ever".to_owned()
}

#[test]
fn the_end_of_the_stream_may_end_the_body() {
    let found = at_the_end("HTTP/1.0 200 OK\r\n\r\nto the end");
    assert_eq!(found, "to the end", "no bytes are the end of the stream, which ends a body without a length");
}

#[test]
fn the_end_of_the_stream_before_the_end_of_the_head_is_an_error() {
    let wanted = "an error: connection closed without an answer";
    for head in ["", "HTTP/1.0 200 OK\r\nContent-Le"] {
        assert_eq!(
            at_the_end(head),
            wanted,
            "no bytes are the end of the stream: `end` decides what it means"
        );
    }
}

#[test]
fn the_end_of_the_stream_before_the_end_of_the_body_is_an_error() {
    let found = at_the_end("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nfour");
    assert_eq!(
        found, "an error: body ended early",
        "no bytes are the end of the stream: `end` decides what it means"
    );
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

fn any_answer() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![4 => answer(), 2 => damaged(), 1 => any::<Vec<u8>>()]
}

#[test]
fn the_generated_answers_are_of_every_kind() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let kinds = (0..2000).map(|_| {
        let answer = any_answer().new_tree(&mut runner).unwrap().current();
        decoding::decode(MAX_BODY, [&answer[..]]).map_or_else(|cause| cause.kind(), |_| "response")
    });
    let kinds: std::collections::BTreeSet<_> = kinds.collect();
    let wanted = ["bad-response", "closed", "response", "too-large", "truncated"];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), wanted);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn an_answer_in_two_pieces_is_the_same(answer in any_answer(), at in any::<prop::sample::Index>()) {
        let at = at.index(answer.len() + 1);
        let (first, second) = answer.split_at(at);
        let found = seen(decoding::decode(MAX_BODY, [first, second]));
        prop_assert_eq!(found, in_one_piece(&answer), "in two pieces, and in one");
    }

    #[test]
    fn an_answer_in_many_pieces_is_the_same(answer in any_answer(), size in 1..20_usize) {
        prop_assert_eq!(in_pieces_of(size, &answer), in_one_piece(&answer), "in pieces of {}, and in one", size);
    }
}
