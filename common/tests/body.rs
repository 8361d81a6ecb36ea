//! Where a body ends: at its length, with its last chunk, or with the stream.

use common::Cause;
use common::fetch::http::{Chunks, Framing};

const MAX_BODY: usize = 100;

/// Returns the body of these pieces, and whether it was complete after each.
fn taken(framing: &mut Framing, pieces: &[&str]) -> (String, Vec<bool>) {
    let mut body = Vec::new();
    let complete =
        pieces.iter().map(|piece| framing.take(piece.as_bytes(), &mut body, MAX_BODY).expect("a body"));
    let complete = complete.collect();
    (String::from_utf8(body).expect("ASCII"), complete)
}

fn body(text: &str, complete: &[bool]) -> (String, Vec<bool>) {
    (text.to_owned(), complete.to_vec())
}

fn kind<T>(result: Result<T, Cause>) -> &'static str {
    result.map_or_else(|cause| cause.kind(), |_| "no error")
}

#[test]
fn a_body_with_a_length_is_complete_when_all_of_it_has_come() {
    let found = taken(&mut Framing::Length(4), &["bo", "d", "y"]);
    let wanted = body("body", &[false, false, true]);
    assert_eq!(found, wanted, "a piece is not the body: count down how much is left, over all pieces");
}

#[test]
fn bytes_after_a_body_with_a_length_do_not_belong_to_it() {
    let found = taken(&mut Framing::Length(4), &["bo", "dy and more"]);
    assert_eq!(found, body("body", &[false, true]), "take only what is left of the length");
}

#[test]
fn a_body_of_length_0_is_complete_without_a_byte() {
    let found = taken(&mut Framing::Length(0), &[""]);
    assert_eq!(found, body("", &[true]), "nothing is left to come, so the body is complete");
}

#[test]
fn a_body_without_a_length_goes_on_until_the_stream_ends() {
    let mut framing = Framing::UntilEnd;
    let found = taken(&mut framing, &["to ", "the end"]);
    let wanted = body("to the end", &[false, false]);
    assert_eq!(found, wanted, "more may come: only the end of the stream completes this body");
    assert_eq!(kind(framing.end()), "no error", "the end of the stream completes a body without a length");
}

#[test]
fn a_body_short_of_its_length_is_truncated() {
    let mut framing = Framing::Length(5);
    taken(&mut framing, &["four"]);
    assert_eq!(kind(framing.end()), "truncated", "a body that is shorter than its length is an error");
}

#[test]
fn chunks_are_complete_with_the_chunk_of_size_0() {
    let mut framing = Framing::Chunked(Chunks::default());
    let found = taken(&mut framing, &["4\r\nWi", "ki\r\n0", "\r\n\r\n"]);
    assert_eq!(found, body("Wiki", &[false, false, true]), "the chunks know their own end");
}

#[test]
fn chunks_without_the_chunk_of_size_0_are_truncated() {
    let mut framing = Framing::Chunked(Chunks::default());
    taken(&mut framing, &["4\r\nWiki\r\n"]);
    assert_eq!(kind(framing.end()), "truncated", "without the chunk of size 0, more chunks should have come");
}

#[test]
fn a_body_has_a_limit_over_all_its_pieces() {
    let half = "x".repeat(MAX_BODY / 2);
    for mut framing in [Framing::UntilEnd, Framing::Length(MAX_BODY + 1)] {
        let mut body = Vec::new();
        let mut take = |piece: &str| kind(framing.take(piece.as_bytes(), &mut body, MAX_BODY));
        let kinds = [take(&half), take(&half), take("x")];
        let wanted = ["no error", "no error", "too-large"];
        assert_eq!(kinds, wanted, "`max_body` holds for the whole body: `push` checks it");
    }
}
