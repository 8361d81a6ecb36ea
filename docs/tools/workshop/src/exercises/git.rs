//! Runs git, which a learner may have or not.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns what git prints.
///
/// # Errors
/// If git is missing or fails, or if what it prints is not UTF-8. The message is git's own.
pub fn git(root: &Path, arguments: &[&str]) -> io::Result<String> {
    let mut git = Command::new("git");
    let output = git.arg("-C").arg(root).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| io::Error::new(error.kind(), format!("git: {error}")))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("git {}: {}", arguments[0], message.trim())));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}
