//! [`Progress`]: the line on the terminal that tells how a crawl goes on, and the log of fetches.

use std::backtrace::BacktraceStatus;
use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use crate::report::Record;

/// Is told what happens in a crawl, and shows it on stderr. By default it shows nothing.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<Board>>);

struct Board {
    line: ProgressBar,
    counts: Arc<Counts>,
    logs: bool,
    /// Whether it has been told that descriptors are short.
    lacks_descriptor: AtomicBool,
}

#[derive(Default)]
struct Counts {
    found: AtomicUsize,
    started: AtomicUsize,
    ended: AtomicUsize,
    failed: AtomicUsize,
}

impl Progress {
    /// Shows a progress line if stderr is a terminal, unless `quiet`; if `logs`, each fetch, too.
    pub fn on_stderr(quiet: bool, logs: bool) -> Progress {
        let counts = Arc::<Counts>::default();
        let shows = !quiet && stderr().is_terminal();
        let line = if shows { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let shown = Arc::clone(&counts);
        let style = ProgressStyle::default_spinner().with_key(
            "counts",
            move |_: &indicatif::ProgressState, out: &mut dyn fmt::Write| {
                // A terminal that does not take the line takes no error message either.
                let _ = write!(out, "{shown}");
            },
        );
        if let Ok(style) = style.template("{spinner} {counts}  {elapsed}") {
            line.set_style(style);
        }
        Progress(Some(Arc::new(Board { line, counts, logs, lacks_descriptor: AtomicBool::new(false) })))
    }

    /// So many more URLs have been found.
    pub(crate) fn found(&self, more: usize) {
        let Some(board) = &self.0 else { return };
        board.counts.found.fetch_add(more, Ordering::Relaxed);
    }

    /// A fetch has started.
    pub fn started(&self) {
        let Some(board) = &self.0 else { return };
        board.counts.started.fetch_add(1, Ordering::Relaxed);
        board.line.tick();
    }

    /// A fetch has ended.
    pub fn ended(&self, record: &Record) {
        let Some(board) = &self.0 else { return };
        board.counts.ended.fetch_add(1, Ordering::Relaxed);
        board.counts.failed.fetch_add(usize::from(record.failure().is_some()), Ordering::Relaxed);
        if board.logs {
            board.line.suspend(|| log(record));
        }
        board.line.tick();
    }

    /// A fetch waits because the process or the system has no descriptor left. It is told once.
    pub(crate) fn lacks_descriptor(&self) {
        let Some(board) = &self.0 else { return };
        if !board.lacks_descriptor.swap(true, Ordering::Relaxed) {
            board.line.suspend(|| say(&"out of descriptors: fetches wait until one comes back"));
        }
    }

    /// Takes the line off the terminal.
    pub fn clear(&self) {
        let Some(board) = &self.0 else { return };
        board.line.finish_and_clear();
    }
}

/// Prints a record on stderr, and where its error was noticed if backtraces are on.
fn log(record: &Record) {
    say(&record.line());
    let error = record.error.as_ref().filter(|error| error.backtrace.status() == BacktraceStatus::Captured);
    if let Some(error) = error {
        say(&error.backtrace);
    }
}

/// Prints a line on stderr. Nobody may be reading there any more; the crawl goes on all the same.
fn say(text: &dyn fmt::Display) {
    let _ = writeln!(stderr(), "{text}");
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

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Progress").field(&self.0.is_some()).finish()
    }
}
