//! [`RaceOptions`]: the arguments of `cargo workshop race`, and the course that they describe.

use std::io;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Parser, value_parser};

use crate::contestant::Contestant;
use crate::course::{Course, CourseName};

const LONG_HELP: &str = "\
Each contestant is a process of its own, built with optimizations in the usual
target directory. They run in turn, never at the same time, against a site in
another process, fresh for each run. After a run that warms up, there are
several rounds, and what counts is the median. Wall time is from the start of
a process to its end; CPU time and memory include the processes that it
starts. CPU time is known on a Unix alone, memory and threads on Linux alone.

A run that fails, or finds other URLs than the others, is an error of the race.

Most courses take about a minute, and --rounds 1 is the quick way, which tells
nothing of the noise.

On c10k and growth, one contestant of each stage takes part unless --only says
otherwise. `tokio`, the crawl in docs/work, is compiled and takes part only if
--only names it. With threads, the number of requests at once may be limited by
how many threads the system gives, which the table shows.

Exit status: 0 done, 1 it failed or a contestant is wrong, 2 bad arguments.

Examples:

    cargo workshop race                             ten pages of 250 ms
    cargo workshop race c10k --only threads,async
    cargo workshop race --only async,tokio          one thread, and all cores
    cargo workshop race docs /usr/share/doc/python3/html
    cargo workshop race growth --json > growth.json
    cargo workshop race --from growth.json --svg growth.svg";

/// Races the stages on the same site, and compares what it costs them
#[derive(Debug, Parser)]
#[command(bin_name = "cargo workshop race", after_long_help = LONG_HELP, max_term_width = 80)]
pub struct RaceOptions {
    /// Which course
    #[arg(value_enum, default_value_t = CourseName::TenPages)]
    course: CourseName,

    /// The directory for the course `docs`
    #[arg(value_name = "DIR", required_if_eq("course", "docs"))]
    pub directory: Option<PathBuf>,

    /// How often each contestant runs
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// Only these contestants, in this order, such as `threads,async`
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_enum)]
    pub only: Vec<Contestant>,

    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,

    /// Draw the lanes of the race's first leg, as FILE and, in dark, FILE-dark
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Show a race that was saved with --json
    #[arg(long, value_name = "FILE", conflicts_with_all = ["course", "rounds", "only"])]
    pub from: Option<PathBuf>,
}

impl RaceOptions {
    /// Returns the course, changed as the arguments say. Ends the program if only another course has a
    /// directory.
    pub fn course(&self) -> io::Result<Course> {
        if self.directory.is_some() && self.course != CourseName::Docs {
            clap::Error::raw(ErrorKind::ValueValidation, "only the course `docs` is of a directory\n").exit();
        }
        let mut course = self.course.course(self.directory.as_deref().unwrap_or(Path::new("")))?;
        course.results.rounds = self.rounds.into();
        if !self.only.is_empty() {
            course.contestants.clone_from(&self.only);
        }
        Ok(course)
    }
}
