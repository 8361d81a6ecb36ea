//! [`Board`]: the progress line on a terminal, and the log of fetches.

use std::backtrace::BacktraceStatus;
use std::env;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anstream::AutoStream;
use common::lock::lock;
use common::{Around, Record};
use url::Url;

/// The time between two drawings of the line.
const TICK: Duration = Duration::from_millis(100);

/// Clears the line.
pub const CLEAR: &str = "\r\x1b[K";

/// Returns whether stderr is a terminal with escape sequences.
pub fn has_escapes() -> bool {
    stderr().is_terminal() && !is_dumb()
}

/// Returns whether a terminal has no escape sequences: if it is named `dumb`, as in editors, or has no name. On Windows,
/// consoles have no name, and have escape sequences.
pub(crate) fn is_dumb() -> bool {
    let name = env::var_os("TERM").filter(|name| !name.is_empty());
    name.map_or(cfg!(not(windows)), |name| name == "dumb")
}

/// Shows the progress of a crawl.
pub struct Board {
    has_line: bool,
    logs: bool,
    start: Instant,
    found: AtomicUsize,
    started: AtomicUsize,
    ended: AtomicUsize,
    failed: AtomicUsize,
    /// `None` once the crawl has ended.
    out: Mutex<Option<Box<dyn Write + Send>>>,
}

impl Board {
    /// Returns a board on stderr, which logs each fetch if `logs`. Unless `quiet`, it shows a line on a terminal.
    pub fn on_stderr(quiet: bool, logs: bool) -> Arc<Board> {
        // Old Windows consoles must be switched to escape sequences; `AutoStream` does so.
        let has_line = !quiet && has_escapes();
        Board::new(
            if has_line { AutoStream::always(stderr()) } else { AutoStream::never(stderr()) },
            has_line,
            logs,
        )
    }

    /// Returns a board that writes to `out`, until it is dropped or [cleared](Board::clear).
    pub fn new(out: impl Write + Send + 'static, has_line: bool, logs: bool) -> Arc<Board> {
        let [found, started, ended, failed] = Default::default();
        let (start, out) = (Instant::now(), Mutex::new(Some(Box::new(out) as Box<_>)));
        let board = Arc::new(Board { has_line, logs, start, found, started, ended, failed, out });
        let drawn = Arc::downgrade(&board);
        let draw = move || {
            while let Some(board) = drawn.upgrade() {
                board.print(&board.line());
                drop(board);
                thread::sleep(TICK);
            }
        };
        if has_line {
            // If the system gives no thread, no line is drawn.
            let _ = thread::Builder::new().name("progress".to_owned()).spawn(draw);
        }
        board
    }

    /// Clears the line, for ever. An empty line ends the log, because the report may follow on the same terminal.
    pub fn clear(&self) {
        self.print(if self.logs { "\n" } else { "" });
        *lock(&self.out) = None;
    }

    /// Returns the progress in a line that does not wrap: a wrapped rest would stay on the next line of a narrow terminal.
    fn line(&self) -> String {
        let [ended, started, found, failed] =
            [&self.ended, &self.started, &self.found, &self.failed].map(|count| count.load(Relaxed));
        let (queued, in_flight) = (found.saturating_sub(started), started.saturating_sub(ended));
        let seconds = self.start.elapsed().as_secs();
        let counts = format!("{ended} done, {queued} queued, {in_flight} in flight, {failed} failed");
        format!("\x1b[?7l{counts}, {seconds} s\x1b[?7h")
    }

    /// Prints `text` in place of the line. If that fails, the terminal is gone, and the crawl goes on.
    fn print(&self, text: &str) {
        if let Some(out) = &mut *lock(&self.out) {
            let clear = if self.has_line { CLEAR } else { "" };
            let _ = out.write_all(format!("{clear}{text}").as_bytes()).and_then(|()| out.flush());
        }
    }
}

impl Around for Board {
    fn found(&self, count: usize) {
        self.found.fetch_add(count, Relaxed);
    }

    fn fetch_starts(&self, _url: &Arc<Url>) {
        self.started.fetch_add(1, Relaxed);
    }

    fn fetch_ended(&self, record: &Record) {
        self.ended.fetch_add(1, Relaxed);
        self.failed.fetch_add(usize::from(record.failure().is_some()), Relaxed);
        if self.logs {
            let backtrace = record.error.as_ref().map(|error| &error.backtrace);
            let backtrace = backtrace.filter(|backtrace| backtrace.status() == BacktraceStatus::Captured);
            let backtrace = backtrace.map(|backtrace| format!("{backtrace}\n")).unwrap_or_default();
            self.print(&format!("{}\n{backtrace}", record.line()));
        }
    }
}
