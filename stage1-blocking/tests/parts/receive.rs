//! How an answer is read: one read is not one message.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

use common::{Attempt, Options, Phase, Target};
use stage1_blocking::fetch::receive;

const HEAD: &str = "HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\n";

const ENTER: &str = "the error of a read says that it came in a phase before the reading: call `enter(Phase::Reading)` before the \
    first read, because the wait for the first byte is a part of the reading";

/// A stream whose reads return one entry after another, and then the end of the stream, once.
struct Script {
    entries: VecDeque<io::Result<Vec<u8>>>,
    has_ended: bool,
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rule = "a read fills a slice up to its length, and makes no `Vec` grow, whatever its capacity";
        assert!(!buffer.is_empty(), "the buffer has the length 0: {rule}");
        let Some(bytes) = self.entries.pop_front().transpose()? else {
            let rule = "a read of no bytes was the end, and every later read is one, too: return";
            assert!(!self.has_ended, "{rule}");
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

/// Receives an answer that comes in these pieces. Returns its body, or the kind of the error and its phase.
fn received(pieces: &[Result<&str, ErrorKind>]) -> Result<String, (String, Phase)> {
    let entry = |piece: &Result<&str, ErrorKind>| Ok((*piece)?.as_bytes().to_vec());
    let url = "http://site.example/".parse().expect("a URL");
    let attempt = Attempt::start(&Target::page(Arc::new(url)), &Arc::new(Options::new([]).into()));
    let mut script = Script { entries: pieces.iter().map(entry).collect(), has_ended: false };
    let response =
        receive(&attempt, &mut script).map_err(|error| (error.cause.kind().into(), error.phase))?;
    Ok(String::from_utf8(response.body).expect("ASCII"))
}

/// Tells whether nothing is read in a phase.
fn is_before(phase: Phase) -> bool {
    !matches!(phase, Phase::Reading | Phase::Decoding)
}

/// Asserts that an answer has the body "body". If there is an error instead, `rule` says why that is wrong.
#[track_caller]
fn assert_body(pieces: &[Result<&str, ErrorKind>], rule: &str) {
    let found = received(pieces);
    let bytes = "decode only the bytes that this read has written, `&buffer[..count]`, and each byte once";
    assert_eq!(found.as_deref(), Ok("body"), "{}", if found.is_err() { rule } else { bytes });
}

#[test]
fn nothing_is_read_after_a_whole_answer() {
    let answer = [HEAD, "body"].concat();
    let rule = "the whole answer had come, and a further read, which may wait for ever, was made: give the decoder \
        at once what each `read` has brought, and return what it returns (`read_exact`, `read_to_end` and the like \
        read on by themselves)";
    assert_body(&[Ok(&answer), Err(ErrorKind::ConnectionReset)], rule);
}

#[test]
fn an_answer_may_come_in_two_pieces() {
    let pieces = &[Ok(HEAD), Ok("body")];
    let is_begun_anew = received(pieces).is_err_and(|(kind, _)| kind == "bad-response");
    let rule = match is_begun_anew {
        true => {
            "the decoder of the second piece does not know the first one: an answer has one decoder, so make it before the loop"
        }
        false => "one read is not one message: read on until the decoder has a whole answer",
    };
    assert_body(pieces, rule);
}

#[test]
fn a_read_that_a_signal_interrupts_is_repeated() {
    let interrupted = Err(ErrorKind::Interrupted);
    let once = &[interrupted, Ok(HEAD), Ok("bo"), interrupted, Ok("dy")][..];
    for pieces in [once, &[interrupted, interrupted, Ok(HEAD), Ok("body")]] {
        let rule = match received(pieces) {
            Err((kind, Phase::Decoding)) if kind == "bad-response" => {
                "a read was interrupted in the middle of an answer, and its rest went to another decoder: keep the one that you have"
            }
            Err((_, Phase::Decoding)) => {
                "a read was interrupted, and brought no bytes: do not call `decode`, for which an empty slice is the end of the stream"
            }
            _ => "`Interrupted` is no error: read again, as often as a signal interrupts the read",
        };
        assert_body(pieces, rule);
    }
}

/// Only the stream's deadline makes a read of the crawler end like that. Its kind is not the same on all systems.
#[test]
fn a_deadline_ends_the_try() {
    for kind in [ErrorKind::WouldBlock, ErrorKind::TimedOut] {
        let found = received(&[Ok("HTTP/1.0 200 OK\r\n\r\n"), Ok("half"), Err(kind), Ok(" a page")]);
        let rule = match found.as_deref() {
            Ok("half") => "half a page passes for a whole one: it is an error, and not the end of the stream",
            Ok(_) => "it reads on after its deadline, which is over: it ends the try, as any other error",
            Err((_, phase)) if is_before(*phase) => ENTER,
            Err(_) => "`io_error` makes an error of that of the read",
        };
        assert_eq!(found, Err(("timeout".to_owned(), Phase::Reading)), "`{kind:?}`: {rule}");
    }
}

#[test]
fn a_stream_that_ends_before_the_answer_is_an_error() {
    let rule = "pass a read of no bytes on to the decoder, which knows what it means, and return its error";
    assert_eq!(received(&[]), Err(("closed".to_owned(), Phase::Decoding)), "{rule}");
}

#[test]
fn an_error_of_a_read_is_the_error_of_the_try() {
    let reset = Err(ErrorKind::ConnectionReset);
    for pieces in [&[Ok(HEAD), reset][..], &[reset]] {
        let found = received(pieces);
        let rule = match &found {
            Err((_, phase)) if is_before(*phase) => ENTER,
            _ => {
                "a reset is an error of the read, and not the end of the stream: return what `io_error` makes of it"
            }
        };
        assert_eq!(found, Err(("reset".to_owned(), Phase::Reading)), "{rule}");
    }
}
