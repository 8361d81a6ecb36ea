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
        assert!(
            !buffer.is_empty(),
            "the buffer has the length 0: a read fills a slice up to its length, and makes no `Vec` grow, whatever \
                its capacity"
        );
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
    let attempt = Attempt::start(&Target::page(Arc::new(url)), &Arc::new(Options::new([]).into()));
    receive(&attempt, &mut Script { entries: pieces.into_iter().map(entry).collect(), has_ended: false })
}

/// Returns the body of an answer, or its error.
fn body<'a>(pieces: impl IntoIterator<Item = Result<&'a str, ErrorKind>>) -> String {
    let text = |response: Response| String::from_utf8(response.body).expect("ASCII");
    received(pieces).map_or_else(|error| format!("an error: {error}"), text)
}

/// Asserts that an answer is received with this body. Wrong bytes are another mistake than an error, which `rule` is about.
#[track_caller]
fn assert_body<'a>(wanted: &str, pieces: impl IntoIterator<Item = Result<&'a str, ErrorKind>>, rule: &str) {
    let found = body(pieces);
    let bytes = "decode only the bytes that this read has written, `&buffer[..count]`, and each byte once";
    assert_eq!(found, wanted, "{}", if found.starts_with("an error") { rule } else { bytes });
}

const READ_ON: &str = "one read is not one message: read on until the decoder has a whole answer";

#[test]
fn nothing_is_read_after_a_whole_answer() {
    let answer = [HEAD, "body"].concat();
    let rule = "the whole answer had come, and a further read, which may wait for ever, was made: give the decoder \
        at once what each `read` has brought, and return what it returns (`read_exact`, `read_to_end` and the like \
        read on by themselves)";
    assert_body("body", [Ok(answer.as_str()), Err(ErrorKind::ConnectionReset)], rule);
}

#[test]
fn an_answer_may_come_in_two_pieces() {
    assert_body("body", [Ok(HEAD), Ok("body")], READ_ON);
}

#[test]
fn a_read_that_a_signal_interrupts_is_repeated() {
    let interrupted = Err(ErrorKind::Interrupted);
    let rule = "`Interrupted` is no error, and brings no bytes: keep the decoder, do not call `decode` (an empty \
        slice is the end of the stream), and read again";
    assert_body("body", [interrupted, Ok(HEAD), Ok("bo"), interrupted, Ok("dy")], rule);
}

/// Only the stream's deadline makes a read of the crawler end like that. Its kind is not the same on all systems.
#[test]
fn a_deadline_ends_the_try() {
    for kind in [ErrorKind::WouldBlock, ErrorKind::TimedOut] {
        let found = received([Ok("HTTP/1.0 200 OK\r\n\r\n"), Ok("half"), Err(kind), Ok(" a page")]);
        let found = found.map(|response| String::from_utf8_lossy(&response.body).into_owned());
        let error = match found.as_deref() {
            Ok("half") => panic!(
                "half a page passes for a whole one: `{kind:?}` is an error, and not the end of the stream"
            ),
            Ok(_) => panic!(
                "it reads on after its deadline, which is over: `{kind:?}` ends the try, as any other error"
            ),
            Err(error) => (error.cause.kind(), error.phase),
        };
        assert_eq!(error, ("timeout", Phase::Reading), "`io_error` makes an error of that of the read");
    }
}

/// Returns the kind of error of an answer, and its phase.
fn error<'a>(pieces: impl IntoIterator<Item = Result<&'a str, ErrorKind>>) -> (&'static str, Option<Phase>) {
    received(pieces).map_or_else(|error| (error.cause.kind(), Some(error.phase)), |_| ("no error", None))
}

const END: &str =
    "pass a read of no bytes on to the decoder, which knows what it means, and return its error";

#[test]
fn a_stream_that_ends_before_the_answer_is_an_error() {
    assert_eq!(error([]), ("closed", Some(Phase::Decoding)), "{END}");
}

#[test]
fn an_error_of_a_read_is_the_error_of_the_try() {
    let found = error([Ok(HEAD), Err(ErrorKind::ConnectionReset)]);
    let rule = match found.1 {
        Some(Phase::Reading) => {
            "a reset is an error of the read, and not the end of the stream: return what `io_error` makes of it"
        }
        _ => "the error says in which phase it came: call `enter(Phase::Reading)` first",
    };
    assert_eq!(found, ("reset", Some(Phase::Reading)), "{rule}");
    let found = error([Err(ErrorKind::ConnectionReset)]);
    let rule = "the wait for the first byte is a part of the reading: call `enter(Phase::Reading)` before the first read";
    assert_eq!(found, ("reset", Some(Phase::Reading)), "{rule}");
}
