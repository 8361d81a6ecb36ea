//! `cargo workshop trace`: what really runs in a stage, an example or a demo, event by event.
//!
//! - `args`: what it is told; `program`: which program that is; `run`: its entries
//! - `story`: the entries in the terminal; `scenes`: as a page; `perfetto`: for another viewer

mod args;
mod perfetto;
mod program;
mod run;
mod scenes;
mod story;

use std::fs;
use std::io::{self, Write};

use workshop::root::about;
use workshop::width;

pub use args::Args;
use run::Run;

/// Runs the command. Ends the program if there is no such stage, example or demo.
///
/// # Errors
/// If a program cannot be built, if nothing was recorded, or if a file cannot be read or written.
pub fn run(args: Args) -> io::Result<()> {
    let runs = match &args.from[..] {
        [] => args.record()?,
        files => files.iter().map(|file| Run::read(file)).collect::<io::Result<_>>()?,
    };
    let write = |file, text: &str| fs::write(file, text).map_err(|error| about(file, &error));
    if let Some(file) = &args.json {
        write(file, &runs[0].text)?;
    }
    if let Some(file) = &args.perfetto {
        write(file, &perfetto::file(&runs))?;
    }
    if let Some(file) = &args.html {
        return write(file, &scenes::page(&runs)?);
    }
    let mut stdout = anstream::stdout().lock();
    for run in runs.iter().filter(|_| args.perfetto.is_none()) {
        if runs.len() > 1 {
            writeln!(stdout, "{}\n", run.name)?;
        }
        for line in story::tell(&run.entries, width::of_stdout()) {
            writeln!(stdout, "{line}")?;
        }
    }
    Ok(())
}
