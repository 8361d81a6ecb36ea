//! [`Board`]: the line on the terminal that tells how a crawl goes on, and the log of fetches.

use std::backtrace::BacktraceStatus;
use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use common::Record;
use common::crawl::progress::Observer;
use indicatif::{ProgressBar, ProgressStyle};

/// Shows on stderr what happens in a crawl.
pub struct Board {
    line: ProgressBar,
    counts: Arc<Counts>,
    logs: bool,
    /// Whether it has said that descriptors are short.
    lacks_descriptor: AtomicBool,
}

#[derive(Default)]
struct Counts {
    found: AtomicUsize,
    started: AtomicUsize,
    ended: AtomicUsize,
    failed: AtomicUsize,
}

impl Board {
    /// Returns a board with a progress line if stderr is a terminal, unless `quiet`; with `logs`, it logs each fetch.
    pub fn on_stderr(quiet: bool, logs: bool) -> Board {
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
        Board { line, counts, logs, lacks_descriptor: AtomicBool::new(false) }
    }

    /// Takes the line off the terminal.
    pub fn clear(&self) {
        self.line.finish_and_clear();
    }
}

impl Observer for Board {
    fn found(&self, more: usize) {
        self.counts.found.fetch_add(more, Ordering::Relaxed);
    }

    fn started(&self) {
        self.counts.started.fetch_add(1, Ordering::Relaxed);
        self.line.tick();
    }

    fn ended(&self, record: &Record) {
        self.counts.ended.fetch_add(1, Ordering::Relaxed);
        self.counts.failed.fetch_add(usize::from(record.failure().is_some()), Ordering::Relaxed);
        if self.logs {
            self.line.suspend(|| log(record));
        }
        self.line.tick();
    }

    fn lacks_descriptor(&self) {
        // Once is enough: it happens to every fetch from now on.
        if !self.lacks_descriptor.swap(true, Ordering::Relaxed) {
            self.line.suspend(|| say(&"out of descriptors: fetches wait until one comes back"));
        }
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

/// Prints a line on stderr. If that fails, no reader is left; the crawl goes on all the same.
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
