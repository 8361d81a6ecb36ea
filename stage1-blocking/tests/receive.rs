//! How an answer is read: one read is not one message.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

use common::{Attempt, FetchError, Options, Phase, Response, Target};
use stage1_blocking::fetch::receive;

const HEAD: &str = "HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\n";

/// A stream whose reads return one entry after another, and then the end of the stream, once.
struct Script {
    entries: VecDeque<io::Result<Vec<u8>>>,
    has_ended: bool,
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(bytes) = self.entries.pop_front().transpose()? else {
            assert!(
                !self.has_ended,
                "a read of no bytes was the end, and every later read is one, too: return"
            );
            self.has_ended = true;
            return Ok(0);
        };
        let (now, later) = bytes.split_at(bytes.len().min(buffer.len()));
        buffer[..now.len()].copy_from_slice(now);
        if !later.is_empty() {
            self.entries.push_front(Ok(later.to_vec()));
        }
        Ok(now.len())
    }
}

/// Receives an answer whose bytes come in these pieces.
fn received<'a>(
    pieces: impl IntoIterator<Item = Result<&'a str, ErrorKind>>,
) -> Result<Response, FetchError> {
    let entry = |piece: Result<&str, ErrorKind>| Ok(piece?.as_bytes().to_vec());
    let url = "http://site.example/".parse().expect("a URL");
    let attempt = Attempt::first(&Target::page(Arc::new(url)), &Arc::new(Options::new([])));
    receive(&attempt, &mut Script { entries: pieces.into_iter().map(entry).collect(), has_ended: false })
}

/// Returns the body of an answer, or its error.
fn body<'a>(pieces: impl IntoIterator<Item = Result<&'a str, ErrorKind>>) -> String {
    let text = |response: Response| String::from_utf8(response.body).expect("ASCII");
    received(pieces).map_or_else(|error| format!("an error: {error}"), text)
}

#[test]
fn an_answer_may_come_in_two_pieces() {
    assert_eq!(body([Ok(HEAD), Ok("body")]), "body", "read on until the decoder has a whole answer");
}

#[test]
fn an_answer_may_come_byte_by_byte() {
    let answer = [HEAD, "body"].concat();
    let bytes = answer.split("").filter(|byte| !byte.is_empty()).map(Ok);
    assert_eq!(body(bytes), "body", "read on until the decoder has a whole answer");
}

#[test]
fn a_short_piece_leaves_old_bytes_in_the_buffer() {
    let long = [HEAD, "b"].concat();
    let found = body([Ok(long.as_str()), Ok("o"), Ok("dy")]);
    assert_eq!(found, "body", "decode only the bytes that this read has written: `&buffer[..count]`");
}

#[test]
fn nothing_is_read_after_a_whole_answer() {
    let found = body([Ok(HEAD), Ok("body"), Err(ErrorKind::TimedOut)]);
    assert_eq!(found, "body", "the server may keep the connection open: a further read may wait for ever");
}

#[test]
fn a_read_that_a_signal_interrupts_is_repeated() {
    let interrupted = Err(ErrorKind::Interrupted);
    let found = body([interrupted, Ok(HEAD), Ok("bo"), interrupted, Ok("dy")]);
    assert_eq!(found, "body", "`Interrupted` is no error: the stream is as it was, and so is the decoder");
}

#[test]
fn the_end_of_the_stream_ends_an_answer_without_a_length() {
    let found = body([Ok("HTTP/1.0 200 OK\r\n\r\n"), Ok("to the end")]);
    assert_eq!(found, "to the end", "pass a read of no bytes on to the decoder, which knows what it means");
}

/// Returns the kind of error of an answer, and its phase.
fn error<'a>(pieces: impl IntoIterator<Item = Result<&'a str, ErrorKind>>) -> (&'static str, Option<Phase>) {
    received(pieces).map_or_else(|error| (error.cause.kind(), Some(error.phase)), |_| ("no error", None))
}

#[test]
fn an_answer_short_of_its_length_is_an_error() {
    let wanted = ("truncated", Some(Phase::Decoding));
    assert_eq!(error([Ok(HEAD), Ok("bod")]), wanted, "the decoder must see the end of the stream");
}

#[test]
fn a_stream_that_ends_before_the_answer_is_an_error() {
    let wanted = ("closed", Some(Phase::Decoding));
    assert_eq!(error([]), wanted, "the decoder must see the end of the stream");
}

#[test]
fn an_error_of_a_read_is_the_error_of_the_try() {
    let found = error([Ok(HEAD), Err(ErrorKind::ConnectionReset)]);
    assert_eq!(found, ("reset", Some(Phase::Reading)), "the error says what failed, and in which phase");
}
