//! `cargo workshop numbers`.

use std::io;

/// Measures what waiting costs on this machine
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
/// What the system says.
pub fn run(_args: Args) -> io::Result<()> {
    Ok(())
}
