//! `cargo workshop`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use workshop::building::exit_code;
use workshop::{diff, elsewhere, exercises, pack};

/// The workshop: exercises, programs of your own, a book, diffs, a race, a site, traces
///
/// Without a command, it says where you are and what to do next.
#[derive(Debug, Parser)]
#[command(name = "cargo workshop", bin_name = "cargo workshop", version, max_term_width = 80)]
struct Workshop {
    #[command(subcommand)]
    command: Option<Command>,

    /// The workspace of the course, if it is not this one
    #[arg(long, value_name = "DIR", global = true, hide_short_help = true)]
    root: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Exercises(exercises::Command),
    /// Grades a program of your own, which you write from an empty file
    Own(elsewhere::PassedOn),
    Diff(diff::Diff),
    /// Opens the book
    Book(elsewhere::PassedOn),
    /// Shows the slides of the book
    Present(elsewhere::PassedOn),
    /// Races the stages against each other
    Race(elsewhere::PassedOn),
    /// Measures what a wait costs on this machine
    Numbers(elsewhere::PassedOn),
    /// Serves a web site to practise crawling on
    Site(elsewhere::PassedOn),
    /// Shows what really runs in a stage, event by event
    Trace(elsewhere::PassedOn),
    /// Packs the course with its dependencies, for a room without a network
    Pack(pack::Pack),
}

fn main() -> ExitCode {
    let Workshop { command, root } = Workshop::parse();
    let root = root.as_deref();
    let elsewhere = |program, name, args| elsewhere::run(program, name, &args).map(|()| true);
    let result = match command {
        None => exercises::run(None, root),
        Some(Command::Exercises(command)) => exercises::run(Some(command), root),
        Some(Command::Own(args)) => elsewhere("own", "own", args),
        Some(Command::Diff(args)) => diff::run(args, root).map(|()| true),
        Some(Command::Book(args)) => elsewhere("mdbook", "book", args),
        Some(Command::Present(args)) => elsewhere("mdbook", "present", args),
        Some(Command::Race(args)) => elsewhere("race", "race", args),
        Some(Command::Numbers(args)) => elsewhere("numbers", "numbers", args),
        Some(Command::Site(args)) => elsewhere("site", "site", args),
        Some(Command::Trace(args)) => elsewhere("trace-page", "trace", args),
        Some(Command::Pack(args)) => pack::run(&args, root).map(|()| true),
    };
    exit_code(result)
}
