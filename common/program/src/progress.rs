//! [`Board`]: the progress line on a terminal, and the log of fetches.

mod counts;

use std::backtrace::BacktraceStatus;
use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anstream::AutoStream;
use common::Record;
use common::crawl::progress::Observer;
use common::lock::lock;
use url::Url;

use counts::Counts;

/// The least time between two drawings of the line, because a terminal is slower than a crawl.
const INTERVAL: Duration = Duration::from_millis(50);

/// The time between two drawings of the line while nothing happens. It shows that the crawl waits.
const TICK: Duration = Duration::from_millis(500);

/// How long a log stays without a line while nothing is logged.
const SILENCE: Duration = Duration::from_secs(10);

/// What a board shows of the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Nothing.
    Nothing,
    /// A line on a terminal, which is overwritten.
    Line,
    /// A line of a log whenever nothing has been printed for this time.
    Lines(Duration),
}

/// Shows the progress of a crawl.
pub struct Board {
    counts: Counts,
    shows: Shows,
    logs: bool,
    start: Instant,
    screen: Mutex<Screen>,
}

struct Screen {
    out: Box<dyn Write + Send>,
    /// The time of the last drawing or line.
    at: Instant,
    is_cleared: bool,
}

impl Board {
    /// Returns a board on stderr, which logs each fetch if `logs`. Unless `quiet`, it shows a line on a terminal, and
    /// elsewhere a line after each long silence.
    pub fn on_stderr(quiet: bool, logs: bool) -> Arc<Board> {
        match stderr().is_terminal() {
            // Old Windows consoles must be switched to escape sequences; `AutoStream` does so.
            true if !quiet => Board::new(AutoStream::always(stderr()), Shows::Line, logs),
            false if !quiet => Board::new(stderr(), Shows::Lines(SILENCE), logs),
            _ => Board::new(stderr(), Shows::Nothing, logs),
        }
    }

    /// Returns a board that writes to `out`, until it is dropped or [cleared](Board::clear).
    pub fn new(out: impl Write + Send + 'static, shows: Shows, logs: bool) -> Arc<Board> {
        let (counts, start) = (Counts::default(), Instant::now());
        let screen = Mutex::new(Screen { out: Box::new(out), at: start, is_cleared: false });
        let board = Arc::new(Board { counts, shows, logs, start, screen });
        board.keep_fresh();
        board
    }

    /// Clears the line. An empty line ends the log, because the report may follow on the same terminal.
    pub fn clear(&self) {
        self.print(if self.logs { "\n" } else { "" });
        lock(&self.screen).is_cleared = true;
    }

    /// Starts a thread that shows the counts while no fetch starts or ends.
    fn keep_fresh(self: &Arc<Board>) {
        let (tick, least) = match self.shows {
            Shows::Nothing => return,
            Shows::Line => (TICK, INTERVAL),
            Shows::Lines(silence) => (TICK.min(silence), silence),
        };
        let board = Arc::downgrade(self);
        let refresh = move || {
            loop {
                thread::sleep(tick);
                let Some(board) = board.upgrade() else { return };
                board.show(&mut lock(&board.screen), least);
            }
        };
        // If the system gives no thread, the line is drawn at events alone.
        let _ = thread::Builder::new().name("progress".to_owned()).spawn(refresh);
    }

    /// Draws the line, unless it is fresh or another thread is drawing it.
    fn draw(&self) {
        if self.shows == Shows::Line
            && let Ok(mut screen) = self.screen.try_lock()
        {
            self.show(&mut screen, INTERVAL);
        }
    }

    /// Shows the counts, unless less than `least` has passed since something was shown, or the crawl has ended.
    fn show(&self, screen: &mut Screen, least: Duration) {
        if !screen.is_cleared && screen.at.elapsed() >= least {
            let counts = self.counts.line(self.start.elapsed().as_secs());
            // Line wrapping is off: a wrapped rest would stay on the next line of a narrow terminal.
            screen.write(&match self.shows {
                Shows::Line => format!("\r\x1b[?7l{counts}\x1b[K\x1b[?7h"),
                _ => format!("{counts}\n"),
            });
        }
    }

    /// Prints `text` in place of the line.
    fn print(&self, text: &str) {
        let start = if self.shows == Shows::Line { "\r\x1b[K" } else { "" };
        lock(&self.screen).write(&format!("{start}{text}"));
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

impl Screen {
    /// Writes `text`. If that fails, the terminal is gone, and the crawl goes on.
    fn write(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        self.at = Instant::now();
    }
}

impl Observer for Board {
    fn found(&self, more: usize) {
        self.counts.found(more);
    }

    fn started(&self, url: &Arc<Url>) {
        // A quiet crawl saves the lock.
        if self.shows != Shows::Nothing {
            self.counts.started(url);
            self.draw();
        }
    }

    fn ended(&self, record: &Record) {
        if self.logs {
            self.log(record);
        }
        if self.shows != Shows::Nothing {
            self.counts.ended(record);
            self.draw();
        }
    }
}
