//! `cargo workshop site`.

use std::io;

/// Serves a web site to practise crawling on
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
/// What the system says.
pub fn run(_args: Args) -> io::Result<()> {
    Ok(())
}
