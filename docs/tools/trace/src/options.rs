//! [`TraceOptions`]: the arguments of `cargo workshop trace`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Parser, value_parser};

const LONG_HELP: &str = "\
Without a URL, a stage crawls the practice site. A program that has not ended
after --limit is stopped, and its trace is shown: in the end, it says what is
odd, or else what still waits. The output of a program that fails is shown on
stderr, but not that of one that is stopped.
The first 20,000 events are recorded, and the first 5,000 are shown.

Exit status: 0 a trace was shown or saved, 1 the program failed, or its trace
could not be recorded, 2 bad arguments.

Examples:

    cargo workshop trace                            stage 4, three pages
    cargo workshop trace 3 4                        one trace after the other
    cargo workshop trace 3 --example one_page
    cargo workshop trace --demo lost_wake_up -- fixed
    cargo workshop trace 3 runs::unfinished_tasks_go_on_in_the_next_run
    cargo workshop trace 4 --json run.jsonl
    cargo workshop trace --from one.jsonl --from two.jsonl --html both.html";

/// Shows what really runs: polls, wake-ups, callbacks and waits
#[derive(Debug, Parser)]
#[command(bin_name = "cargo workshop trace", after_long_help = LONG_HELP, max_term_width = 80)]
pub struct TraceOptions {
    /// Stages, by number or name [default: 4]; after them, a start URL or a test
    #[arg(value_name = "STAGE|URL|TEST")]
    pub what: Vec<String>,
    /// Trace an example of a stage, such as `one_page`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["max_pages", "max_tasks"])]
    pub example: Option<String>,
    /// Trace a program of the book, such as `lost_wake_up`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["what", "example", "max_pages", "max_tasks"])]
    pub demo: Option<String>,
    /// Show a trace that was saved with --json; may be given several times
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["what", "example", "demo", "max_pages", "max_tasks", "limit", "args"])]
    pub from: Vec<PathBuf>,
    /// The most URLs to fetch
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    pub max_pages: u32,
    /// The most fetches in flight at once
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=10_000))]
    pub max_tasks: u32,
    /// Stop the program after this time
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = value_parser!(u64).range(1..=86_400))]
    pub limit: u64,
    /// Keep the trace of one program: an event a line
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Make a web page instead
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// More arguments of the program
    #[arg(last = true)]
    pub args: Vec<OsString>,
}

impl TraceOptions {
    /// Returns the stages, and what comes after them: a URL or a test.
    pub fn parts(&self) -> (&[String], Option<&String>) {
        // No name of a stage has one of these.
        let is_no_stage = |text: &&String| text.contains(['.', ':', '/', '_']) || *text == "localhost";
        let last = self.what.last().filter(is_no_stage);
        (&self.what[..self.what.len() - usize::from(last.is_some())], last)
    }

    /// Returns the test that is named after the stages: `parts::timer::it_wakes`, or the end of that.
    pub fn test(&self) -> Option<&str> {
        let is_path = |text: &&String| {
            let is_name = |part: &str| {
                !part.is_empty() && part.chars().all(|char| char == '_' || char.is_alphanumeric())
            };
            text.split("::").all(is_name) && *text != "localhost"
        };
        self.parts().1.filter(is_path).map(String::as_str)
    }
}

/// Refuses the arguments, and ends this program.
pub fn refuse(message: &str) -> ! {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")).exit()
}
