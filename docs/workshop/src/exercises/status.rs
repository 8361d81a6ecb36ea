//! [`Status`]: a line that says what is going on, while nothing else is printed.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::width;

/// What is over sooner needs no line.
const SOON: Duration = Duration::from_secs(1);

/// A line at the end of stderr: a terminal shows the latest one, and anything else gets the first one alone.
pub struct Status {
    began: Instant,
    is_terminal: bool,
    is_shown: bool,
}

impl Status {
    /// Begins to measure the time.
    pub fn new() -> Status {
        Status { began: Instant::now(), is_terminal: io::stderr().is_terminal(), is_shown: false }
    }

    /// Shows the line that `text` returns for the number of seconds since the beginning.
    pub fn show(&mut self, text: impl FnOnce(u64) -> String) {
        let time = self.began.elapsed();
        if time < SOON || self.is_shown && !self.is_terminal {
            return;
        }
        self.is_shown = true;
        let text = text(time.as_secs());
        // A line that the terminal breaks could not be overwritten.
        let text: String = text.chars().take(width::of_stdout().saturating_sub(1)).collect();
        let end = if self.is_terminal { "" } else { "\n" };
        self.print(&format!("{text}{end}"));
    }

    /// Shows how many of all are done, as a bar.
    pub fn bar(&mut self, what: &str, done: usize, all: usize) {
        const WIDTH: usize = 30;
        let full = WIDTH * done / all.max(1);
        self.show(|seconds| format!("[{:<WIDTH$}] {done} of {all} {what}, {seconds} s", "=".repeat(full)));
    }

    /// Removes the line from the terminal.
    pub fn clear(&mut self) {
        if self.is_shown && self.is_terminal {
            self.print("");
        }
    }

    fn print(&self, text: &str) {
        let start = if self.is_terminal { "\r\x1b[K" } else { "" };
        // A status that cannot be shown is none.
        let _ = write!(io::stderr(), "{start}{text}").and_then(|()| io::stderr().flush());
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        self.clear();
    }
}
