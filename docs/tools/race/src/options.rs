//! [`RaceOptions`]: the arguments of `cargo workshop race`, and the course that they describe.

use std::io;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Parser, value_parser};

use crate::contestant::Contestant;
use crate::course::{Course, CourseName};

const LONG_HELP: &str = include_str!("help.txt").trim_ascii_end();

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

    /// The runtime that you have written, and what it compares with: --only futures,async,tokio,own
    #[arg(long, conflicts_with_all = ["only", "from"])]
    own: bool,

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
    /// Returns the course, changed as the arguments say. Ends the program if only another course has a directory.
    pub fn course(&self) -> io::Result<Course> {
        if self.directory.is_some() && self.course != CourseName::Docs {
            clap::Error::raw(ErrorKind::ValueValidation, "only the course `docs` is of a directory\n").exit();
        }
        let mut course = self.course.course(self.directory.as_deref().unwrap_or(Path::new("")))?;
        course.results.rounds = self.rounds.into();
        if self.own {
            course.contestants = Contestant::beside_own();
        } else if !self.only.is_empty() {
            course.contestants.clone_from(&self.only);
        }
        Ok(course)
    }
}
