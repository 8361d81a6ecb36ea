//! How wide the output may be.

use std::env;
use std::io;

use terminal_size::{Width, terminal_size_of};

/// How wide the output is if it is no terminal.
const DEFAULT_WIDTH: usize = 80;

/// Returns the number of columns: what `$COLUMNS` says, or else what the terminal has.
pub fn of_stdout() -> usize {
    of_terminal().unwrap_or(DEFAULT_WIDTH)
}

/// Does the same, but returns `None` if neither is known.
pub fn of_terminal() -> Option<usize> {
    let of_terminal = || terminal_size_of(io::stdout()).map(|(Width(width), _)| width.into());
    let set = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    set.or_else(of_terminal).filter(|&width| width > 0)
}
