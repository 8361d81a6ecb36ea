//! `cargo workshop race`: every stage and strategy over the same course.
//!
//! - `args`: what it is told
//! - `course`: which site, and how it is crawled; `contestant`: the crawlers
//! - `rounds`: the contestants in turn; `measure`: what a run costs; `check`: whether it counts
//! - `results`: what was found out, for the JSON, the `table` with its `columns`, and the page (`html`)

mod args;
mod check;
mod columns;
mod contestant;
mod course;
mod html;
mod measure;
mod results;
mod rounds;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

pub use args::Args;
use results::Race;

use workshop::width;

/// Runs the command.
///
/// # Errors
/// If a contestant fails or is wrong, or if a file cannot be read or written.
pub fn run(args: Args) -> io::Result<()> {
    let race = match &args.from {
        Some(file) => read(file)?,
        None => args.course()?.race()?,
    };
    if args.json {
        let mut json = serde_json::to_string(&race)?;
        json.push('\n');
        io::stdout().write_all(json.as_bytes())?;
    } else {
        anstream::stdout().write_all(table::table(&race, width::of_stdout()).as_bytes())?;
    }
    // Last, so that the results of a long race are not lost if there is no such directory.
    if let Some(file) = &args.html {
        write(file, html::page(&race))?;
    }
    if let Some(file) = &args.svg {
        let [light, dark] = html::lanes::files(&race);
        write(file, light)?;
        let stem = file.file_stem().unwrap_or_default().display();
        write(&file.with_file_name(format!("{stem}-dark.svg")), dark)?;
    }
    Ok(())
}

fn write(file: &Path, text: String) -> io::Result<()> {
    fs::write(file, text).map_err(|error| named(file, error))
}

fn read(file: &Path) -> io::Result<Race> {
    let text = fs::read(file).map_err(|error| named(file, error))?;
    serde_json::from_slice(&text).map_err(|error| named(file, io::Error::other(format!("no race: {error}"))))
}

/// Adds the name of a file to an error.
fn named(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}
