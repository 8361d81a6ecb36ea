//! `cargo workshop diff`.

use std::io;

/// Shows two stages side by side
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
/// What the system says.
pub fn run(_args: Args) -> io::Result<()> {
    Ok(())
}
