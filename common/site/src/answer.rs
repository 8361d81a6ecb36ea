//! [`Answer`]: what is sent for a path, in which pieces, and how it ends.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use crate::render::{escape, reason, render};

/// The size of the filler of an endless answer, and the pause before it is sent again: others have their turn.
const FILLER: usize = 64 * 1024;
const BREATH: Duration = Duration::from_millis(1);

/// Longer than any client waits.
const FOR_EVER: Duration = Duration::from_secs(86_400);

/// An answer: the bytes of head and body, and the manner in which they are sent.
///
/// Functions such as [`html`](Answer::html) make it, and methods such as [`after`](Answer::after) change its manner.
#[derive(Clone, Debug)]
pub struct Answer {
    pub(crate) wire: Vec<u8>,
    /// Whether a client can know where the answer ends while the connection stays open.
    pub(crate) states_its_length: bool,
    /// The answers to the hits after the first one.
    then: Vec<Arc<Answer>>,
    pub(crate) delay: Option<Duration>,
    /// The size of the pieces in which it is sent.
    pub(crate) piece: usize,
    /// The pause between two pieces.
    pub(crate) pause: Duration,
    /// These bytes are sent again and again after the others, if there are any.
    pub(crate) filler: Vec<u8>,
    /// Whether it ends with a reset of the connection.
    pub(crate) is_reset: bool,
}

impl Answer {
    /// Returns a 200 with this `text/html; charset=utf-8` and its Content-Length.
    pub fn html(html: impl Into<Vec<u8>>) -> Answer {
        Answer::page(200, html)
    }

    /// Returns this status with this `text/html; charset=utf-8` and its Content-Length.
    pub fn page(status: u16, html: impl Into<Vec<u8>>) -> Answer {
        Answer::rendered(status, &[("Content-Type", "text/html; charset=utf-8")], &html.into())
    }

    /// Returns a page that links to each of `targets`, which are escaped and otherwise left as they are.
    pub fn links(targets: impl IntoIterator<Item = impl AsRef<str>>) -> Answer {
        let mut html = String::from("<!DOCTYPE html>\n<title>Links</title>\n");
        for target in targets {
            let target = escape(target.as_ref());
            let _ = writeln!(html, "<a href=\"{target}\">{target}</a>");
        }
        Answer::html(html)
    }

    /// Returns a 200 with a body of this content type and its Content-Length.
    pub fn body(content_type: &str, body: impl Into<Vec<u8>>) -> Answer {
        Answer::rendered(200, &[("Content-Type", content_type)], &body.into())
    }

    /// Returns this status with an empty body.
    pub fn status(status: u16) -> Answer {
        Answer::rendered(status, &[], b"")
    }

    /// Returns an error page: this status with a small HTML body that says so.
    pub fn error(status: u16) -> Answer {
        let reason = reason(status);
        let html = format!("<!DOCTYPE html>\n<title>{status} {reason}</title>\n<h1>{status} {reason}</h1>\n");
        Answer::page(status, html)
    }

    /// Returns a redirect to `location`, with this status and an empty body.
    pub fn redirect(status: u16, location: &str) -> Answer {
        Answer::rendered(status, &[("Location", location)], b"")
    }

    /// Returns an answer of exactly these bytes, which ends with the connection.
    pub fn raw(bytes: impl Into<Vec<u8>>) -> Answer {
        Answer {
            wire: bytes.into(),
            states_its_length: false,
            then: Vec::new(),
            delay: None,
            piece: usize::MAX,
            pause: Duration::ZERO,
            filler: Vec::new(),
            is_reset: false,
        }
    }

    /// Returns a 200 with HTML that never ends, and no Content-Length.
    pub fn endless() -> Answer {
        Answer::html("<!DOCTYPE html>\n<title>Endless</title>\n").without_length().filled("<p>and so on, ")
    }

    /// Returns a head whose header lines never end.
    pub fn endless_head() -> Answer {
        Answer::raw("HTTP/1.0 200 OK\r\n").filled("X-And-So-On: and so on\r\n")
    }

    fn filled(self, filler: &str) -> Answer {
        Answer { filler: filler.repeat(FILLER / filler.len()).into(), pause: BREATH, ..self }
    }

    /// Returns no answer at all: the request is read, and the connection stays open until the client closes it.
    pub fn silent() -> Answer {
        Answer::raw("").after(FOR_EVER)
    }

    /// Returns the first answer for the first hit, the second for the second, and so on. The last one repeats.
    ///
    /// Each answer keeps its own manner: a method of the sequence changes the first alone. An empty one is a 404.
    pub fn sequence(answers: impl IntoIterator<Item = Answer>) -> Answer {
        let mut answers = answers.into_iter();
        let mut first = answers.next().unwrap_or_else(|| Answer::error(404));
        first.then = answers.map(Arc::new).collect();
        first
    }

    /// Adds a header line. (Not for a raw answer.)
    pub fn header(mut self, name: &str, value: &str) -> Answer {
        if let Some(at) = self.end_of_head() {
            self.wire.splice(at..at, format!("\r\n{name}: {value}").bytes());
        }
        self
    }

    /// Removes the body.
    pub(crate) fn head(mut self) -> Answer {
        self.wire.truncate(self.end_of_head().map_or(usize::MAX, |at| at + 4));
        self.filler.clear();
        self
    }

    fn end_of_head(&self) -> Option<usize> {
        self.wire.windows(4).position(|end| end == b"\r\n\r\n")
    }

    /// Removes the Content-Length, so that the connection's end is the body's end.
    pub fn without_length(mut self) -> Answer {
        self.states_its_length = false;
        let length = b"Content-Length: ";
        if let Some(start) = self.wire.windows(length.len()).position(|header| header == length) {
            let line = self.wire[start..].split_inclusive(|byte| *byte == b'\n').next();
            self.wire.drain(start..start + line.map_or(0, <[u8]>::len));
        }
        self
    }

    /// Delays the first byte by this time after the request, instead of the site's latency.
    pub fn after(mut self, delay: Duration) -> Answer {
        self.delay = Some(delay);
        self
    }

    /// Sends pieces of `size` bytes, head included, with a pause between two.
    pub fn in_pieces(mut self, size: usize, pause: Duration) -> Answer {
        (self.piece, self.pause) = (size, pause);
        self
    }

    /// Ends the answer in good order (FIN) after this many bytes, head included.
    pub fn cut(mut self, bytes: usize) -> Answer {
        self.wire.truncate(bytes);
        self.states_its_length = false;
        self
    }

    /// Ends the answer by resetting the connection (RST) after this many bytes, head included.
    pub fn reset(self, bytes: usize) -> Answer {
        Answer { is_reset: true, ..self.cut(bytes) }
    }

    /// Returns the answer to the hit of this number, counted from 0.
    pub(crate) fn nth(self: &Arc<Answer>, hit: usize) -> Arc<Answer> {
        match hit.min(self.then.len()).checked_sub(1) {
            None => Arc::clone(self),
            Some(index) => Arc::clone(&self.then[index]),
        }
    }

    fn rendered(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        // An interim answer is followed by another one.
        let states_its_length = !matches!(status, 100..=199);
        Answer { states_its_length, ..Answer::raw(render(status, headers, body)) }
    }
}
