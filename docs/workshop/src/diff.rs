//! `cargo workshop diff`: the stages side by side, for a diff between two of them is the lesson.
//!
//! [`stages`] knows the files, [`compare`] what became of their lines ([`moved`] and [`align`]
//! help) and, by [`syntax`], what is a comment or a keyword in them; [`terminal`], [`html`] and
//! [`stat`] show it, and [`check`] keeps the diffs small.

mod align;
mod check;
mod compare;
mod fold;
mod functions;
mod html;
mod moved;
mod pager;
mod row;
mod side_by_side;
mod stages;
mod stat;
mod syntax;
mod terminal;
mod unified;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use self::compare::Comparison;
use self::stages::{Stage, Workspace};

/// What `--help` ends with.
const AFTER_HELP: &str = "\
Signs: - removed, + added, ~ changed within the line, < and > moved: at least three lines that stand \
elsewhere, unchanged. What moved counts as neither added nor removed, and is counted where it arrives.

$PAGER is honoured (`less` by default), and so are NO_COLOR and $COLUMNS.

Exit status: 0 done, 1 it failed or --check found something, 2 bad arguments.

Examples:
  cargo workshop diff 3 4                   what `async` takes away
  cargo workshop diff 1 4 fetch.rs          the same text, and `await`
  cargo workshop diff 1 2 --html diff.html  a page for the browser
  cargo workshop diff --stat                how much changes from stage to stage";

/// Shows two stages side by side
///
/// Without stages, it shows each stage beside the next one.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A stage: its number or its name
    #[arg(value_name = "A", requires = "new")]
    old: Option<String>,
    /// The stage to compare it with
    #[arg(value_name = "B")]
    new: Option<String>,
    /// One file only, such as `crawl.rs` or `tests/contract.rs`; whole, if only one stage has it
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Below each other instead of side by side, as always in less than 100 columns
    #[arg(long, short)]
    unified: bool,
    /// How many columns there are, if not as many as the terminal has
    #[arg(long, value_name = "COLUMNS")]
    width: Option<usize>,
    /// Print at once instead of page by page
    #[arg(long)]
    no_pager: bool,
    /// Count the lines that were added, removed and moved
    #[arg(long, conflicts_with_all = ["html", "check"])]
    stat: bool,
    /// Make a web page, into a file or onto stdout
    #[arg(long, value_name = "PAGE", num_args = 0..=1, conflicts_with = "check")]
    html: Option<Option<PathBuf>>,
    /// Check that no stage differs from the next one without need
    #[arg(long, conflicts_with = "old")]
    check: bool,
    /// Another workspace to read the stages from
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    root: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// A stage or a file that does not exist, what `--check` found, or what the system says.
pub fn run(args: Args) -> io::Result<()> {
    let workspace = Workspace::open(args.root.as_deref())?;
    if args.check {
        let checked = check::check(&workspace)?;
        return writeln!(io::stdout(), "{checked}");
    }
    let comparisons = comparisons(&workspace, &args)?;
    if args.stat {
        return write!(io::stdout(), "{}", stat::table(&comparisons));
    }
    match &args.html {
        Some(Some(path)) => fs::write(path, html::page(&comparisons))
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
        Some(None) => write!(io::stdout(), "{}", html::page(&comparisons)),
        None => terminal::show(&comparisons, args.width, args.unified, args.no_pager),
    }
}

/// The pair that was asked for, or every pair of neighbours.
fn comparisons(workspace: &Workspace, args: &Args) -> io::Result<Vec<Comparison>> {
    let pairs: Vec<(&Stage, &Stage)> = match (&args.old, &args.new) {
        (Some(old), Some(new)) => vec![(workspace.stage(old)?, workspace.stage(new)?)],
        _ => workspace.neighbours().collect(),
    };
    let mut comparisons = Vec::new();
    for (old, new) in pairs {
        let mut comparison = Comparison::of(old, new)?;
        if let Some(file) = &args.file {
            comparison.only(file)?;
        }
        comparisons.push(comparison);
    }
    Ok(comparisons)
}
