//! `cargo workshop trace`: what really runs in a stage, an example or a demo, event by event.
//!
//! - `args`: what it is told; `program`: what it names
//! - `run`: runs a program, or reads a file, for its entries
//! - `story`: the entries in the terminal; `html`: as a page; `perfetto`: for another viewer

mod args;
mod html;
mod perfetto;
mod program;
mod run;
mod story;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use workshop::root::about;
use workshop::width;

pub use args::Args;
use run::Run;

/// Runs the command. Ends the program if there is no such stage, example or demo.
///
/// # Errors
/// If a program cannot be built, if nothing was recorded, or if a file cannot be read or written.
pub fn run(args: Args) -> io::Result<()> {
    let runs = match &args.from {
        Some(file) => vec![Run::read(file)?],
        None => args.programs()?.iter().map(|program| program.record(&args)).collect::<io::Result<_>>()?,
    };
    if let Some(file) = &args.json {
        write(file, &runs[0].to_lines()?)?;
    }
    if let Some(file) = &args.html {
        write(file, &html::page(&runs)?)?;
    }
    if let Some(file) = &args.perfetto {
        write(file, &perfetto::file(&runs))?;
        if io::stderr().is_terminal() {
            eprintln!("Open {} with https://ui.perfetto.dev", file.display());
        }
    }
    if args.html.is_none() && args.perfetto.is_none() {
        tell(&runs)?;
    }
    Ok(())
}

fn tell(runs: &[Run]) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    for run in runs {
        if runs.len() > 1 {
            writeln!(stdout, "{}\n", run.name)?;
        }
        for line in story::tell(&run.entries, width::of_stdout()) {
            writeln!(stdout, "{line}")?;
        }
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> io::Result<()> {
    fs::write(file, text).map_err(|error| about(file, &error))
}
