//! Runs git, which a learner may have or not.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::root::output;

/// Returns what git prints.
///
/// # Errors
/// If git is missing or fails. The message is git's own.
pub fn git(root: &Path, arguments: &[&str]) -> io::Result<String> {
    output(Command::new("git").arg("-C").arg(root).args(arguments).stdin(Stdio::null()))
}
