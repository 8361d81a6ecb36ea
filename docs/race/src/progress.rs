//! What a command is busy with: a line on a terminal that is overwritten.

use std::io::{self, IsTerminal, Write};

use program::progress::line;

/// Shows on the terminal what is being done, in place of what was there before.
pub fn show(text: &str) {
    if io::stderr().is_terminal() {
        // A terminal that does not take the line takes no error message either.
        let mut stderr = anstream::AutoStream::always(io::stderr());
        let _ = write!(stderr, "{}", line(text)).and_then(|()| stderr.flush());
    }
}

/// Clears the line on the terminal.
pub fn clear() {
    show("");
}
