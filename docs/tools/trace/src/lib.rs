//! `cargo workshop trace`: what really runs in a stage, an example or a demo, event by event.
//!
//! - `options`: the arguments; `program`, `test`: which program or test they name;
//!   `record`: runs it
//! - [`Recording`]: the entries, and the scene that they are; `sentence`: what an entry means, in words;
//!   `lanes`: what is drawn
//! - `story`: the entries in the terminal; `html`: as a page

#![warn(clippy::unwrap_used)]

mod html;
mod lanes;
mod options;
mod program;
mod record;
mod recording;
mod sentence;
mod story;
mod test;

use std::fs;
use std::io::{self, Write};

use trace::lines;
use workshop::root::{about, find, read};
use workshop::width;

pub use html::page;
pub use options::TraceOptions;
use options::refuse;
use record::record;
use recording::FAILED;
pub use recording::Recording;

/// Runs the command. Returns whether the traced programs have not failed. Ends this program if there is no
/// such stage, example or demo.
///
/// # Errors
/// If a program cannot be built, if nothing was recorded, or if a file cannot be read or written.
pub fn run(options: &TraceOptions) -> io::Result<bool> {
    if options.json.is_some() && (options.from.len() > 1 || options.parts().0.len() > 1) {
        refuse("--json keeps the trace of one program");
    }
    let saved = options.from.iter().map(|file| Recording::read(file));
    let runs = if options.from.is_empty() { record(options)? } else { saved.collect::<io::Result<_>>()? };
    let is_well = runs.iter().all(|run| run.end != Some(FAILED));
    let write = |file, text: &str| fs::write(file, text).map_err(|error| about(file, &error));
    if let Some(file) = &options.json {
        write(file, &lines(&runs[0].entries))?;
    }
    if let Some(file) = &options.html {
        let root = find(None)?;
        return write(file, &page(&runs, |source| read(&root.join(source)).ok())).map(|()| is_well);
    }
    let mut stdout = anstream::stdout().lock();
    for run in &runs {
        if runs.len() > 1 {
            writeln!(stdout, "{}\n", run.name)?;
        }
        write!(stdout, "{}", story::tell(run, width::of_stdout()))?;
    }
    Ok(is_well)
}
