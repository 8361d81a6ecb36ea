//! `cargo workshop race`: what each way of waiting costs, over the same course.
//!
//! [`results`] is what a race finds out, and [`html`] shows it as a page.

mod html;
mod results;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use self::results::Race;

/// Shows a race that was saved
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A race that was saved as JSON
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// Make a web page, into a file or onto stdout
    #[arg(long, value_name = "PAGE", num_args = 0..=1, required = true)]
    html: Option<Option<PathBuf>>,
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read, is not a race, or cannot be written.
pub fn run(args: Args) -> io::Result<()> {
    let json = fs::read(&args.from).map_err(|error| named(&args.from, error))?;
    let race: Race = serde_json::from_slice(&json).map_err(|error| named(&args.from, error.into()))?;
    let page = html::page(&race);
    match args.html.flatten() {
        Some(path) => fs::write(&path, page).map_err(|error| named(&path, error)),
        None => write!(io::stdout(), "{page}"),
    }
}

fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
