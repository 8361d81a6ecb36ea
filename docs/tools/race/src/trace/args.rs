//! The arguments of `cargo workshop trace`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::value_parser;

const LONG_HELP: &str = "\
Without a URL, a stage crawls the practice site. What the program prints is
shown on stderr unless it succeeds. After --limit, it is interrupted as by Ctrl-C: a
crawl ends, and its trace is shown, but other programs leave no trace.
The first 50,000 events are recorded.

Exit status: 0 done, 1 it failed or nothing was recorded, 2 bad arguments.

Examples:

    cargo workshop trace                            stage 4, three pages
    cargo workshop trace 3 4                        one trace after the other
    cargo workshop trace 2 localhost:8000 -- --delay 100
    cargo workshop trace 3 --example one_page
    cargo workshop trace --demo lost_wake_up -- fixed
    cargo workshop trace 3 timer::a_sleep_of_no_time_gives_the_other_tasks_their_turn
    cargo workshop trace 4 --json run.jsonl
    cargo workshop trace --from run.jsonl --perfetto run.json";

/// Shows what really runs: polls, wake-ups, callbacks and waits
#[derive(Debug, clap::Args)]
#[command(after_long_help = LONG_HELP)]
pub struct Args {
    /// Stages, by number or name [default: 4], and last where to start, or a test
    #[arg(value_name = "STAGE|URL|TEST")]
    pub what: Vec<String>,
    /// Trace an example of a stage, such as `one_page`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["max_pages", "max_tasks"])]
    pub example: Option<String>,
    /// Trace a program of the book, such as `lost_wake_up`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["what", "example", "max_pages", "max_tasks"])]
    pub demo: Option<String>,
    /// Show a trace that was saved with --json; several times, several of them
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["what", "example", "demo", "max_pages", "max_tasks", "limit", "args"])]
    pub from: Vec<PathBuf>,
    /// The most URLs to fetch
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    pub max_pages: u32,
    /// The most fetches in flight at once
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=10_000))]
    pub max_tasks: u32,
    /// Interrupt the program after this time
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = value_parser!(u64).range(1..=86_400))]
    pub limit: u64,
    /// Keep the trace of one program: an event a line
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Make a web page instead
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Make a file for https://ui.perfetto.dev instead
    #[arg(long, value_name = "FILE")]
    pub perfetto: Option<PathBuf>,
    /// More arguments of the program
    #[arg(last = true)]
    pub args: Vec<OsString>,
}
