//! The decoder: an answer decodes to the same response, whatever pieces its bytes come in.

use std::time::{Duration, Instant};

use common::{Decoder, Response};
use common_fuzz::decoder;

const MAX_BODY: usize = 64;

/// A head that another one follows: that of the answer.
const INTERIM: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

const ANSWER: &[u8] =
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\nbody";

/// Returns the status, the type and the body of an answer in pieces, or its error.
fn shown<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
    let show = |response: Response| {
        let media_type = response.content_type.map_or("no type".into(), |of| of.media_type);
        format!("{} {media_type} {}", response.status, String::from_utf8_lossy(&response.body))
    };
    decoder::decode(MAX_BODY, pieces).map_or_else(|cause| format!("an error: {cause}"), show)
}

const WHOLE: &str = "200 text/html body";

#[test]
fn an_answer_may_come_in_one_piece() {
    let found = shown([ANSWER]);
    let rule = if found.ends_with("connection closed without an answer") {
        "one piece holds head and body, and the end of the head was not found: look for it in all of the piece \
            (`start` lies before the new bytes: compute it before they are added)"
    } else {
        "one piece holds head and body: look for the end of the head, and go on with the body"
    };
    assert_eq!(found, WHOLE, "{rule}");
}

#[test]
fn an_answer_may_come_in_two_pieces_cut_anywhere() {
    for at in 1..ANSWER.len() {
        let (first, second) = ANSWER.split_at(at);
        let found = shown([first, second]);
        let is_in_the_end_of_a_head = [("\r\n", "\r\n"), ("\r\n\r", "\n")].iter().any(|(before, after)| {
            first.ends_with(before.as_bytes()) && second.starts_with(after.as_bytes())
        });
        let decodes_without_interim =
            || at > INTERIM.len() && shown([&first[INTERIM.len()..], second]) == WHOLE;
        let rule = match found.strip_prefix("200 text/html ") {
            Some(_) => {
                "each byte of the body counts once: `decode_head` itself goes on with the body in its piece"
            }
            None if is_in_the_end_of_a_head => {
                "`\\n\\r\\n`, the end of the head, may lie across two pieces, with up to two of its bytes in the old one"
            }
            None if decodes_without_interim() => {
                "`start` is an index into the head as it is kept: the bytes of a 1xx before it were dropped, and do \
                    not count"
            }
            None => "keep the bytes of the head until its end has come, whatever piece they came in",
        };
        let end = first[at.saturating_sub(4)..].escape_ascii();
        assert_eq!(found, WHOLE, "the first piece ends in \"{end}\": {rule}");
    }
}

/// Returns the time for a hundred bytes, one by one, behind so many bytes of a head: the least of several, against noise.
fn time_behind(size: usize) -> Duration {
    let once = || {
        let mut decoder = Decoder::new(MAX_BODY);
        let begin = format!("HTTP/1.1 200 OK\r\nX: {}", "x".repeat(size));
        let mut decode = |piece: &[u8]| decoder.decode(piece).expect("a part of a head");
        assert_eq!(decode(begin.as_bytes()), None);
        let began = Instant::now();
        (0..100).for_each(|_| assert_eq!(decode(b"x"), None));
        began.elapsed()
    };
    (0..5).map(|_| once()).min().expect("five times")
}

/// The times are compared with each other. So it does not matter how fast the machine is.
#[test]
fn the_work_for_a_byte_does_not_grow_with_the_head() {
    let (early, late) = (time_behind(100), time_behind(60_000));
    assert!(
        late < 20 * early,
        "behind 60,000 bytes of a head, a byte takes {} times as long as behind 100: \
         do not search again what was searched before, but begin shortly before the new bytes",
        late.as_nanos() / early.as_nanos().max(1)
    );
}

#[test]
fn a_head_without_a_line_end_is_checked_too() {
    let rule = "is an error at once, although no line has ended: give each piece of a head to `decode_head`";
    let mut decoder = Decoder::new(MAX_BODY);
    let other = decoder.decode(b"SSH-2.0-OpenSSH_9.2");
    assert!(other.is_err(), "a piece that does not begin as HTTP does {rule}");
    let mut decoder = Decoder::new(MAX_BODY);
    let mut decode = |piece: &[u8]| decoder.decode(piece).map(|_| ());
    decode(b"HTTP/1.0 200 OK\r\nX: ").expect("a part of a head");
    let endless = (0..100).try_for_each(|_| decode(&[b'x'; 1000]));
    assert!(endless.is_err(), "a head of more than 64 KiB {rule}");
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
    let rule =
        "no bytes are the end of the stream, which ends a body without a length: return what `end` returns";
    assert_eq!(found, "to the end", "{rule}");
}

#[test]
fn the_end_of_the_stream_before_the_end_of_the_head_is_an_error() {
    let wanted = "an error: connection closed without an answer";
    for head in ["", "HTTP/1.0 200 OK\r\nContent-Le"] {
        let rule = "no bytes are the end of the stream, in the head, too: `end` knows which error that is";
        assert_eq!(at_the_end(head), wanted, "{rule}");
    }
}

#[test]
fn the_end_of_the_stream_before_the_end_of_the_body_is_an_error() {
    let found = at_the_end("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nfour");
    let rule = "no bytes are the end of the stream, here within a body: `end` knows whether that is an error, and which one";
    assert_eq!(found, "an error: body ended early", "{rule}");
}
