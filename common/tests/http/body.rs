//! Where a body ends: at its length, with its last chunk, or with the stream.

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::Cause;
use common::fetch::http::{Chunks, Framing};

const MAX_BODY: usize = 100;

/// Returns the body of these pieces, and what `take` returned for each.
fn taken(framing: &mut Framing, pieces: &[&str]) -> String {
    let mut body = Vec::new();
    let take = |piece: &&str| {
        let taken = catch_unwind(AssertUnwindSafe(|| framing.take(piece.as_bytes(), &mut body, MAX_BODY)));
        match taken {
            Ok(Ok(complete)) => complete.to_string(),
            Ok(Err(cause)) => format!("an error ({cause})"),
            Err(_) => "a panic".to_owned(),
        }
    };
    let taken: Vec<_> = pieces.iter().map(take).collect();
    format!("{:?}, {}", String::from_utf8_lossy(&body), taken.join(", "))
}

fn kind<T>(result: Result<T, Cause>) -> String {
    result.map_or_else(|cause| cause.kind().to_owned(), |_| "no error".to_owned())
}

#[test]
fn a_body_with_a_length_is_complete_when_all_of_it_has_come() {
    let rule = "a piece is not the body: count down how much is left, over all pieces";
    let found = taken(&mut Framing::Length(4), &["bo", "d", "y"]);
    assert_eq!(found, r#""body", false, false, true"#, "{rule}");
}

#[test]
fn bytes_after_a_body_with_a_length_do_not_belong_to_it() {
    let rule = "a server may send more: take only what is left of the length, and ignore the rest";
    let found = taken(&mut Framing::Length(4), &["bo", "dy and more"]);
    assert_eq!(found, r#""body", false, true"#, "{rule}");
}

#[test]
fn a_body_of_length_0_is_complete_without_a_byte() {
    let found = taken(&mut Framing::Length(0), &[""]);
    assert_eq!(found, r#""", true"#, "nothing is left to come, so the body is complete");
}

/// The decoder compares it with a piece, to know whether the connection can be used again.
#[test]
fn a_length_is_what_is_still_to_come() {
    let mut framing = Framing::Length(4);
    taken(&mut framing, &["bod"]);
    let left = if let Framing::Length(left) = framing { Some(left) } else { None };
    assert_eq!(left, Some(1), "`Length` has how many bytes are still to come: count it down");
}

#[test]
fn a_body_without_a_length_goes_on_until_the_stream_ends() {
    let mut framing = Framing::UntilEnd;
    let found = taken(&mut framing, &["to ", "the end"]);
    let rule = "more may come: only the end of the stream completes this body";
    assert_eq!(found, r#""to the end", false, false"#, "{rule}");
    assert_eq!(kind(framing.end()), "no error", "the end of the stream completes a body without a length");
}

#[test]
fn an_empty_piece_is_not_the_end_of_the_stream() {
    for mut framing in [Framing::UntilEnd, Framing::Length(4), Framing::Chunked(Chunks::default())] {
        let rule =
            "the piece behind a head may be empty: where the stream ends, `end` is called, and not `take`";
        assert_eq!(taken(&mut framing, &[""]), r#""", false"#, "{rule}");
    }
}

#[test]
fn a_body_short_of_its_length_is_truncated() {
    let mut framing = Framing::Length(5);
    taken(&mut framing, &["four"]);
    assert_eq!(kind(framing.end()), "truncated", "a body that is shorter than its length is an error");
}

#[test]
fn chunks_are_complete_with_the_chunk_of_size_0() {
    let found = taken(&mut Framing::Chunked(Chunks::default()), &["4\r\nWi", "ki\r\n0", "\r\n\r\n"]);
    let rule = "the chunks know their own end: return what their `take` returns";
    assert_eq!(found, r#""Wiki", false, false, true"#, "{rule}");
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
        let found = taken(&mut framing, &[&half, &half, "x"]);
        let (_, taken) = found.split_once(", ").expect("a body and what was returned");
        let rule = if taken.starts_with("an error") {
            "the first half fits, and was refused: take as many bytes as fit, whatever length was announced, and leave the \
             limit to `push`"
        } else if taken.contains("true") {
            "a body that has just reached `max_body` is not complete: only its length, its last chunk or the end of \
                the stream completes it"
        } else {
            "two halves fit, and a byte more does not: `max_body` holds for the whole body, and `push` checks it"
        };
        assert_eq!(taken, "false, false, an error (answer too large: over 100 bytes of body)", "{rule}");
    }
}

#[test]
fn bytes_after_the_body_do_not_count_towards_its_limit() {
    let mut body = Vec::new();
    let taken = kind(Framing::Length(MAX_BODY).take(&[b'x'; MAX_BODY + 1], &mut body, MAX_BODY));
    let rule = "the body has exactly `max_body` bytes, and the next byte is not a part of it: push only the bytes of \
        the body";
    assert_eq!((&*taken, body.len()), ("no error", MAX_BODY), "{rule}");
}

/// A robots.txt that is too long is read as far as the limit.
#[test]
fn a_piece_that_does_not_fit_is_added_as_far_as_it_does() {
    for mut framing in [Framing::UntilEnd, Framing::Length(2 * MAX_BODY)] {
        let mut body = Vec::new();
        let taken = kind(framing.take(&[b'x'; MAX_BODY + 1], &mut body, MAX_BODY));
        let rule = "of a piece that is too long, take as many bytes as fit, and then return the error: `push` does both";
        assert_eq!((&*taken, body.len()), ("too-large", MAX_BODY), "{rule}");
    }
}
