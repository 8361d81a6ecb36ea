//! `cargo workshop trace`: what really runs in a stage, an example or a demo, event by event.
//!
//! - `program`: which program the arguments name; `run`: its entries, and the scene that they are
//! - `story`: the entries in the terminal; `html`: as a page; `perfetto`: for another viewer
//! - `sentence`: what an event means, in words; `lanes`: what these draw

mod html;
mod lanes;
mod perfetto;
mod program;
mod run;
mod sentence;
mod story;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::value_parser;
use common::trace::lines;
use workshop::root::{about, find, read};
use workshop::width;

pub use html::page;
use run::FAILED;
pub use run::Run;

const LONG_HELP: &str = "\
Without a URL, a stage crawls the practice site. A program that has not ended
after --limit is stopped, and its trace is shown: in the end, it says what is
odd, or else what still waits. The output of a program that fails is shown on
stderr, but not that of one that is stopped.
The first 50,000 events are recorded, and the first 5,000 are shown.

Exit status: 0 a trace was shown or saved, 1 the program failed, or its trace
could not be recorded, 2 bad arguments.

Examples:

    cargo workshop trace                            stage 4, three pages
    cargo workshop trace 3 4                        one trace after the other
    cargo workshop trace 3 --example one_page
    cargo workshop trace --demo lost_wake_up -- fixed
    cargo workshop trace 3 timer::a_sleep_of_no_time_gives_the_other_tasks_their_turn
    cargo workshop trace 4 --json run.jsonl
    cargo workshop trace --from one.jsonl --from two.jsonl --html both.html";

/// Shows what really runs: polls, wake-ups, callbacks and waits
#[derive(Debug, clap::Args)]
#[command(after_long_help = LONG_HELP)]
pub struct Args {
    /// Stages, by number or name [default: 4]; after them, a start URL or a test
    #[arg(value_name = "STAGE|URL|TEST")]
    what: Vec<String>,
    /// Trace an example of a stage, such as `one_page`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["max_pages", "max_tasks"])]
    example: Option<String>,
    /// Trace a program of the book, such as `lost_wake_up`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["what", "example", "max_pages", "max_tasks"])]
    demo: Option<String>,
    /// Show a trace that was saved with --json; may be given several times
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["what", "example", "demo", "max_pages", "max_tasks", "limit", "args"])]
    from: Vec<PathBuf>,
    /// The most URLs to fetch
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    max_pages: u32,
    /// The most fetches in flight at once
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=10_000))]
    max_tasks: u32,
    /// Stop the program after this time
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = value_parser!(u64).range(1..=86_400))]
    limit: u64,
    /// Keep the trace of one program: an event a line
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Make a web page instead
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Make a file for Perfetto (ui.perfetto.dev) instead
    #[arg(long, value_name = "FILE")]
    perfetto: Option<PathBuf>,
    /// More arguments of the program
    #[arg(last = true)]
    args: Vec<OsString>,
}

/// Runs the command. Returns whether the traced programs have not failed. Ends this program if there is no such stage, example
/// or demo.
///
/// # Errors
/// If a program cannot be built, if nothing was recorded, or if a file cannot be read or written.
pub fn run(args: Args) -> io::Result<bool> {
    if args.json.is_some() && (args.from.len() > 1 || args.parts().0.len() > 1) {
        refuse("--json keeps the trace of one program");
    }
    let saved = args.from.iter().map(|file| Run::read(file));
    let runs = if args.from.is_empty() { args.record()? } else { saved.collect::<io::Result<_>>()? };
    let is_well = runs.iter().all(|run| run.end != Some(FAILED));
    let write = |file, text: &str| fs::write(file, text).map_err(|error| about(file, &error));
    if let Some(file) = &args.json {
        write(file, &lines(&runs[0].entries))?;
    }
    if let Some(file) = &args.perfetto {
        write(file, &perfetto::file(&runs))?;
    }
    if let Some(file) = &args.html {
        let root = find()?;
        return write(file, &page(&runs, |source| read(&root.join(source)).ok())).map(|()| is_well);
    }
    let mut stdout = anstream::stdout().lock();
    for run in runs.iter().filter(|_| args.perfetto.is_none()) {
        if runs.len() > 1 {
            writeln!(stdout, "{}\n", run.name)?;
        }
        write!(stdout, "{}", story::tell(run, width::of_stdout()))?;
    }
    Ok(is_well)
}

/// Refuses the arguments, and ends this program.
fn refuse(message: &str) -> ! {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")).exit()
}
