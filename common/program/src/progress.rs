//! [`Board`]: the progress line on a terminal, and the log of fetches.

use std::backtrace::BacktraceStatus;
use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anstream::AutoStream;
use common::Record;
use common::crawl::progress::Observer;

/// The least time between two drawings of the line, because a terminal is slower than a crawl.
const INTERVAL: Duration = Duration::from_millis(50);

/// Shows the progress of a crawl on stderr.
pub struct Board {
    counts: Counts,
    logs: bool,
    /// Whether it has reported a lack of descriptors.
    lacks_descriptor: AtomicBool,
    start: Instant,
    /// The time of the last drawing; `None` if there is no line.
    drawn: Option<Mutex<Instant>>,
}

#[derive(Default)]
struct Counts {
    found: AtomicUsize,
    started: AtomicUsize,
    ended: AtomicUsize,
    failed: AtomicUsize,
}

impl Board {
    /// Returns a board, which logs each fetch if `logs`. It has a progress line on a terminal, unless `quiet`.
    pub fn on_stderr(quiet: bool, logs: bool) -> Board {
        let start = Instant::now();
        let drawn = (!quiet && stderr().is_terminal()).then(|| Mutex::new(start));
        Board { counts: Counts::default(), logs, lacks_descriptor: AtomicBool::new(false), start, drawn }
    }

    /// Clears the line. An empty line ends the log, because the report may follow on the same terminal.
    pub fn clear(&self) {
        self.print(if self.logs { "\n" } else { "" });
    }

    /// Draws the line, unless it is fresh or another thread is drawing it.
    fn draw(&self) {
        let Some(Ok(mut drawn)) = self.drawn.as_ref().map(Mutex::try_lock) else { return };
        if drawn.elapsed() >= INTERVAL {
            // Line wrapping is off: a wrapped rest would stay on the next line of a narrow terminal.
            let (counts, seconds) = (&self.counts, self.start.elapsed().as_secs());
            let line = format!("\r\x1b[?7l{counts}, {seconds} s\x1b[K\x1b[?7h");
            let _ = AutoStream::always(stderr()).write_all(line.as_bytes());
            *drawn = Instant::now();
        }
    }

    /// Prints `text` in place of the line. If that fails, the terminal is gone, and the crawl goes on.
    fn print(&self, text: &str) {
        let Some(drawn) = &self.drawn else {
            let _ = stderr().write_all(text.as_bytes());
            return;
        };
        let _drawn = drawn.lock().unwrap_or_else(PoisonError::into_inner);
        // Old Windows consoles must be switched to escape sequences; `AutoStream` does so.
        let _ = AutoStream::always(stderr()).write_all(format!("\r\x1b[K{text}").as_bytes());
    }

    /// Prints a record, and the backtrace of its error if there is one.
    fn log(&self, record: &Record) {
        let error =
            record.error.as_ref().filter(|error| error.backtrace.status() == BacktraceStatus::Captured);
        match error {
            Some(error) => self.print(&format!("{}\n{}\n", record.line(), error.backtrace)),
            None => self.print(&format!("{}\n", record.line())),
        }
    }
}

impl Observer for Board {
    fn found(&self, more: usize) {
        self.counts.found.fetch_add(more, Ordering::Relaxed);
    }

    fn started(&self) {
        self.counts.started.fetch_add(1, Ordering::Relaxed);
        self.draw();
    }

    fn ended(&self, record: &Record) {
        self.counts.ended.fetch_add(1, Ordering::Relaxed);
        self.counts.failed.fetch_add(usize::from(record.failure().is_some()), Ordering::Relaxed);
        if self.logs {
            self.log(record);
        }
        self.draw();
    }

    fn lacks_descriptor(&self) {
        // Report it once, because it may happen to every fetch.
        if !self.lacks_descriptor.swap(true, Ordering::Relaxed) {
            self.print("out of descriptors: fetches wait until one comes back\n");
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [found, started, ended, failed] = [&self.found, &self.started, &self.ended, &self.failed]
            .map(|count| count.load(Ordering::Relaxed));
        let queued = found.saturating_sub(started);
        let in_flight = started.saturating_sub(ended);
        write!(f, "{ended} done, {queued} queued, {in_flight} in flight, {failed} failed")
    }
}
