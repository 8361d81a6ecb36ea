//! `cargo workshop trace`: what really runs in a stage, an example or a demo, event by event.
//!
//! - `args`: what it is told; `program`: which program that is; `run`: its entries
//! - `story`: the entries in the terminal; `html`: as a page; `perfetto`: for another viewer
//! - `sentence`: what an event means, in words; `lanes`, `scene`: what these draw

mod args;
mod html;
mod lanes;
mod perfetto;
mod program;
mod run;
mod scene;
mod sentence;
mod story;

use std::fs;
use std::io::{self, Write};

use common::trace::lines;
use workshop::root::{about, find, read};
use workshop::width;

pub use args::Args;
pub use html::page;
pub use run::Run;

/// Runs the command. Ends the program if there is no such stage, example or demo.
///
/// # Errors
/// If a program cannot be built, if nothing was recorded, or if a file cannot be read or written.
pub fn run(args: Args) -> io::Result<()> {
    if args.json.is_some() && (args.from.len() > 1 || args.parts().0.len() > 1) {
        args::refuse("--json keeps the trace of one program");
    }
    let saved = args.from.iter().map(|file| Run::read(file));
    let runs = if args.from.is_empty() { args.record()? } else { saved.collect::<io::Result<_>>()? };
    let write = |file, text: &str| fs::write(file, text).map_err(|error| about(file, &error));
    if let Some(file) = &args.json {
        write(file, &lines(&runs[0].entries))?;
    }
    if let Some(file) = &args.perfetto {
        write(file, &perfetto::file(&runs))?;
    }
    if let Some(file) = &args.html {
        let root = find()?;
        return write(file, &page(&runs, |source| read(&root.join(source)).ok()));
    }
    let mut stdout = anstream::stdout().lock();
    for run in runs.iter().filter(|_| args.perfetto.is_none()) {
        if runs.len() > 1 {
            writeln!(stdout, "{}\n", run.name)?;
        }
        write!(stdout, "{}", story::tell(run, width::of_stdout()))?;
    }
    Ok(())
}
