//! `cargo workshop race`: every stage and strategy over the same course.
//!
//! - `args`: what it is told
//! - `course`: which site, and how it is crawled; `contestant`: the crawlers
//! - `rounds`: the contestants in turn; `site`: the site, a process of its own; `measure`: what a run costs
//! - `check`: whether a run counts; `found`: what it found
//! - `results`: what was found out, for the JSON, the `table` and the page (`html`), which show the same `figures` in `columns`

mod args;
mod check;
mod columns;
mod contestant;
mod course;
mod figures;
mod found;
mod html;
mod measure;
mod results;
mod rounds;
pub mod site;
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

pub use args::Args;
use course::Course;
use results::Race;
use rounds::Rules;

use crate::programs::Programs;
use crate::units::long_time;
use crate::width;
use crate::wrap::wrapped;

/// Runs the command.
///
/// # Errors
/// If a contestant fails or is wrong, if the programs cannot be built, or if a file cannot be read or written.
pub fn run(args: Args) -> io::Result<()> {
    let race = match &args.from {
        Some(file) => read(file)?,
        None => hold(&args)?,
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
        let [light, dark] = html::picture::pictures(&race);
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

fn named(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

fn hold(args: &Args) -> io::Result<Race> {
    let course = args.course()?;
    let rounds = args.rounds.map_or(course.rounds, |rounds| rounds as usize);
    eprint!("{}", wrapped(&plan(&course, rounds), 0, width::of_stdout()));
    let packages: BTreeSet<&str> = course.contestants.iter().map(|contestant| contestant.stage).collect();
    let programs = match &args.contestant {
        Some(contestant) => Programs::unbuilt(contestant)?,
        None => Programs::build(&packages)?,
    };
    let limit = Duration::from_secs(args.limit.into());
    rounds::race(&course, &programs, &Rules { rounds, limit, with: args.with.clone() })
}

/// Says what a race is going to do, and for how long.
fn plan(course: &Course, rounds: usize) -> String {
    let (name, seconds) = (&course.name, course.seconds(rounds));
    let things = |count, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (contestants, rounds) = (things(course.contestants.len(), "contestant"), things(rounds, "round"));
    let time = match seconds {
        Some(seconds) => format!("about {}", long_time((seconds / 10.0).ceil() * 10.0)),
        None => "how long depends on the directory".to_owned(),
    };
    format!(
        "First the contestants are built with optimizations, in the usual target directory: minutes the first \
         time.\n\
         Then the race, {name}: {contestants}, {rounds}, {time}."
    )
}
