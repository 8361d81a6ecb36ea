//! `cargo workshop race`: every stage and strategy over the same course.
//!
//! - `course`: which site, and how it is crawled; `contestant`: the crawlers
//! - `rounds`: the contestants in turn; `measure`: what a run costs; `check`: whether it counts
//! - `results`: what was found out, for the JSON, the `table` and the picture (`lanes`)

#![warn(clippy::unwrap_used)]

mod check;
mod contestant;
mod course;
mod lanes;
mod measure;
mod results;
mod rounds;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use workshop::building::exit_code;
use workshop::race::RaceOptions;
use workshop::root::{about, read};

use contestant::Contestant;
use course::Course;

fn main() -> ExitCode {
    let values = contestant::ALL.iter().map(Contestant::value);
    let command = RaceOptions::command().mut_arg("only", |only| only.value_parser(Vec::from_iter(values)));
    let options = RaceOptions::from_arg_matches(&command.get_matches()).and_then(RaceOptions::checked);
    exit_code(run(&options.unwrap_or_else(|error| error.exit())).map(|()| true))
}

fn run(options: &RaceOptions) -> io::Result<()> {
    let no_race = |file: &Path, error| about(file, &io::Error::other(format!("no race: {error}")));
    let race = match &options.from {
        Some(file) => serde_json::from_str(&read(file)?).map_err(|error| no_race(file, error))?,
        None => Course::of(options)?.race()?,
    };
    if options.json {
        writeln!(io::stdout(), "{}", serde_json::to_string(&race)?)?;
    } else {
        io::stdout().write_all(table::table(&race).as_bytes())?;
    }
    // Last, so that the results of a long race are not lost if there is no such directory.
    let write = |file: &Path, text| fs::write(file, text).map_err(|error| about(file, &error));
    if let Some(file) = &options.svg {
        let [light, dark] = lanes::files(&race);
        write(file, light)?;
        let stem = file.file_stem().unwrap_or_default().display();
        write(&file.with_file_name(format!("{stem}-dark.svg")), dark)?;
    }
    Ok(())
}
