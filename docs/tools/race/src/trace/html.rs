//! The entries as a web page.

use std::io;

use super::run::Run;

/// Returns the page.
///
/// # Errors
/// If it is not built yet.
pub fn page(_runs: &[Run]) -> io::Result<String> {
    Err(io::Error::other("--html is not built yet"))
}
