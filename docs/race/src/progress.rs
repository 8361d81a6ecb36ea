//! What a command is busy with, on a terminal.

use std::io::{self, IsTerminal, Write};

/// Says on the terminal what is being done, in place of what was there before; an empty text clears the line.
pub fn show(text: &str) {
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        // A terminal that does not take the line takes no error message either.
        let _ = write!(stderr, "\r{text:<79}\r").and_then(|()| stderr.flush());
    }
}
