//! [`say`]: a line on stderr.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Prints a line on stderr. If that fails, the exit status still says how the crawl ended.
pub fn say(stage: &str, what: impl Display) {
    let _ = writeln!(stderr(), "{stage}: {what}");
}
