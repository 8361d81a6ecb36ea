//! `cargo workshop diff`: what changes between two stages, because that is the lesson.
//!
//! `stages` knows the files. `compare` puts them in order, `sections` says what belongs together in a file
//! ([`outline`](crate::outline) finds its functions, [`syntax`](crate::syntax) its tokens), and `align` which
//! line stands beside which. `terminal` and `html` show it. The package `checks` keeps the diffs small.

mod align;
mod compare;
mod file;
mod html;
mod row;
mod sections;
mod stages;
mod terminal;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;

pub use self::compare::Comparison;
pub use self::file::{FileDiff, Role, Section};
pub use self::html::{prose, sections};
pub use self::stages::{Stage, Workspace};
pub use self::terminal::show_two;
use crate::root::about;

/// The end of `--help`.
const AFTER_HELP: &str = include_str!("diff/help.txt").trim_ascii_end();

/// Shows what changes from one stage to another
///
/// Without stages, it compares each stage with the next one.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Diff {
    /// A stage: its number or its name; or `work`, the crawl on tokio
    #[arg(value_name = "A", requires = "new")]
    old: Option<String>,
    /// The stage to compare it with
    #[arg(value_name = "B")]
    new: Option<String>,
    /// One file only, such as `crawl.rs` or `tests/whole/contract.rs`
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Count the lines that were added and removed
    #[arg(long, conflicts_with = "html")]
    stat: bool,
    /// Make a web page
    #[arg(long, value_name = "PAGE")]
    html: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(args: Diff, root: Option<&Path>) -> io::Result<()> {
    let workspace = Workspace::open(root)?;
    let wrong = |message| clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n"));
    let comparisons = comparisons(&workspace, &args).unwrap_or_else(|message| wrong(message).exit());
    if args.stat {
        return comparisons.iter().try_for_each(stat);
    }
    let Some(path) = &args.html else { return terminal::show(&comparisons) };
    fs::write(path, html::page(&comparisons)).map_err(|error| about(path, &error))?;
    let pairs: Vec<_> = comparisons.iter().map(Comparison::title).collect();
    writeln!(io::stdout(), "{}, for the browser: {}", pairs.join(", "), std::path::absolute(path)?.display())
}

/// Prints how much changes in each file.
fn stat(comparison: &Comparison<'_>) -> io::Result<()> {
    writeln!(io::stdout(), "{}", comparison.title())?;
    let width = comparison.files.iter().map(|file| file.path.len()).max().unwrap_or(0);
    let line = |file: &FileDiff<'_>| writeln!(io::stdout(), "  {:width$}  {}", file.path, file.verdict());
    comparison.files.iter().try_for_each(line)
}

/// Compares the pair that was asked for, or every pair of neighbours.
fn comparisons<'a>(workspace: &'a Workspace, args: &Diff) -> Result<Vec<Comparison<'a>>, String> {
    let (Some(old), Some(new)) = (&args.old, &args.new) else {
        return Ok(workspace.neighbours().map(|(old, new)| Comparison::of(old, new)).collect());
    };
    let comparison = Comparison::between(workspace, [old, new])?;
    Ok(vec![match &args.file {
        Some(file) => comparison.only(file)?,
        None => comparison,
    }])
}
