//! [`RaceOptions`]: the arguments of `cargo workshop race`. They are read here first: the stages take minutes to compile.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Parser, ValueEnum, value_parser};

const LONG_HELP: &str = include_str!("race.txt").trim_ascii_end();

/// The names of the contestants. The race has the same, and says what they are.
pub const CONTESTANTS: [&str; 12] = [
    "one-by-one",
    "processes",
    "threads",
    "spin",
    "callbacks",
    "futures",
    "async",
    "keep-alive",
    "tokio",
    "reqwest",
    "completion",
    "own",
];

/// The courses by name. The help of each is what the results say about it.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum CourseName {
    /// Ten pages of 250 ms at once: what waiting costs
    TenPages,
    /// The files of a directory: what real pages cost
    Docs,
    /// 10,000 pages at once: what a request in flight costs
    #[value(name = "c10k")]
    C10k,
    /// Up to 100,000 pages: the cost of a page must not grow
    Growth,
}

/// Races the stages on the same site, and compares what it costs them
#[derive(Debug, Parser)]
#[command(bin_name = "cargo workshop race", after_long_help = LONG_HELP, max_term_width = 80)]
pub struct RaceOptions {
    /// Which course
    #[arg(value_enum, default_value_t = CourseName::TenPages)]
    pub course: CourseName,

    /// The directory for the course `docs`
    #[arg(value_name = "DIR", required_if_eq("course", "docs"))]
    pub directory: Option<PathBuf>,

    /// How often each contestant runs
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// Only these contestants, in this order, such as `threads,async`
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = CONTESTANTS)]
    pub only: Vec<String>,

    /// The runtime that you have written, and what it compares with: --only futures,async,tokio,own
    #[arg(long, conflicts_with_all = ["only", "from"])]
    pub own: bool,

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
    /// Reads arguments, and ends this program if they are wrong. Returns `None` if they ask for help.
    pub fn read(args: &[OsString]) -> Option<RaceOptions> {
        match RaceOptions::try_parse_from([OsString::new()].iter().chain(args)) {
            Err(error) if error.kind() == ErrorKind::DisplayHelp => None,
            read => Some(read.and_then(RaceOptions::checked).unwrap_or_else(|error| error.exit())),
        }
    }

    /// Returns the options.
    ///
    /// # Errors
    /// If the course and the directory do not fit.
    pub fn checked(self) -> Result<RaceOptions, clap::Error> {
        let what = match &self.directory {
            Some(_) if self.course != CourseName::Docs => {
                "only the course `docs` is of a directory".to_owned()
            }
            Some(directory) if !directory.join("index.html").is_file() => {
                format!("{}: there is no index.html, from which on it could be crawled", directory.display())
            }
            _ => return Ok(self),
        };
        Err(clap::Error::raw(ErrorKind::ValueValidation, format!("{what}\n")))
    }

    /// Tells whether a contestant is named.
    pub fn names(&self, contestant: &str) -> bool {
        self.only.iter().any(|name| name == contestant)
    }
}
