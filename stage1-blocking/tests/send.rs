//! How a request is written: one write is not one message.

use std::io::{self, ErrorKind, Write};
use std::sync::Arc;

use common::{Attempt, Options, Phase, Target};
use stage1_blocking::fetch::send;

/// A stream that takes one byte at a time, and is interrupted before each.
#[derive(Default)]
struct Narrow {
    taken: Vec<u8>,
    is_interrupted: bool,
}

impl Write for Narrow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        self.taken.extend(&bytes[..1]);
        Ok(1)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn attempt() -> Attempt {
    let url = "http://site.example/".parse().expect("a URL");
    Attempt::first(&Target::page(Arc::new(url)), &Arc::new(Options::new([])))
}

#[test]
fn a_request_may_be_written_byte_by_byte() {
    let (attempt, mut stream) = (attempt(), Narrow::default());
    let sent = send(&attempt, &mut stream).map_err(|error| error.to_string());
    assert_eq!(sent, Ok(()), "an interrupted write is repeated");
    let written = stream.taken.len();
    assert!(stream.taken == attempt.request(), "{written} bytes were written: write on until all are");
}

#[test]
fn an_error_of_a_write_is_the_error_of_the_try() {
    let mut full: &mut [u8] = &mut [];
    let error = send(&attempt(), &mut full).expect_err("there is no room");
    assert_eq!((error.cause.kind(), error.phase), ("io", Phase::Sending), "{error}");
}
