//! `cargo workshop own`: programs that a learner writes from an empty file, level by level.
//!
//! - `program`: a program and the texts of its levels, in docs/own
//! - `place`: where a learner writes it, and how far it is
//! - `levels`: the tests of its levels, which stay in the course and run against the learner's crate
//! - `verify`: our solutions, and each variant of them with a wrong belief

#![warn(clippy::unwrap_used)]

mod levels;
mod place;
mod program;
mod verify;

use std::io::{self, BufRead, IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use workshop::building::{GoOn, TO_THE_END, exit_code};
use workshop::exercises::watch::repeat;
use workshop::exercises::words::{BOLD, DIM, indented};
use workshop::root::{find, not_found};
use workshop::say;

use place::Place;
use program::{NAMES, Program, up_to};

/// Grades a program of your own, which you write from an empty file
///
/// Without arguments, it lists the programs, and how far yours are.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo workshop own", max_term_width = 80)]
struct Own {
    /// A program to begin or to go on with: pool, loop, runtime or client. Or what to do with it: `check` tests its levels,
    /// `watch` does so at each save, `solution` shows ours up to your level
    #[arg(value_name = "PROGRAM|check|watch|solution")]
    what: Option<String>,
    /// The program, if it is not the one that was named last. Of a solution: the level up to which it is shown
    #[arg(value_name = "PROGRAM|LEVEL")]
    which: Option<String>,
    /// The folder of your program [default: own/PROGRAM]
    #[arg(long, value_name = "DIR")]
    at: Option<PathBuf>,
    /// The workspace of the course, if it is not this one
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    root: Option<PathBuf>,
}

fn main() -> ExitCode {
    exit_code(run(&Own::parse()))
}

/// Runs a command. Returns whether all is well.
fn run(args: &Own) -> io::Result<bool> {
    let root = find(args.root.as_deref())?;
    let level = args.which.as_ref().and_then(|which| which.parse().ok());
    let name = args.which.as_deref().filter(|_| level.is_none());
    if args.at.is_some() && !args.what.as_deref().is_some_and(|what| NAMES.contains(&what)) {
        let why = "`--at` goes with a program: `cargo workshop own PROGRAM --at DIR`";
        return Err(not_found(why.to_owned()));
    }
    match args.what.as_deref() {
        None => list(&root).map(|()| true),
        Some("check") => check(&root, name, TO_THE_END),
        Some("watch") => watch(&root, name).map(|()| true),
        Some("solution") => solution(&root, name, level).map(|()| true),
        // For `cargo workshop race --own`.
        Some("contestant") => levels::contestant(&root).map(|()| true),
        // For CI.
        Some("verify") => verify::verify(&root, name, level.unwrap_or(1)),
        Some(name) => start(&root, name, args.at.as_deref()).map(|()| true),
    }
}

/// Lists the programs, and how far each is.
fn list(root: &Path) -> io::Result<()> {
    let places = Place::all(root)?;
    for Program { name, title, levels, .. } in NAMES.iter().filter_map(|name| Program::read(root, name).ok())
    {
        let count = levels.len();
        let state = match places.iter().find(|place| place.name == name) {
            Some(place) => format!("{} of {count} levels pass, {}", place.level - 1, place.shown().display()),
            None => format!("{count} levels"),
        };
        say!("{BOLD}{name:<8}{BOLD:#} {title}  {DIM}{state}{DIM:#}")?;
    }
    say!("\n`cargo workshop own PROGRAM` starts one, or goes on with it.")
}

/// Makes the learner's folder if there is none, and shows the level.
fn start(root: &Path, name: &str, at: Option<&Path>) -> io::Result<()> {
    let program = Program::read(root, name)?;
    let place = place::open(root, &program, at)?;
    say!("\n{}", indented(&program.face))?;
    show(&program, &place)
}

/// Shows the level that a program is at.
fn show(program: &Program, place: &Place) -> io::Result<()> {
    let Some((title, text)) = program.levels.get(place.level - 1) else {
        return say!("\nAll levels of {} pass.", program.name);
    };
    say!("\n{BOLD}{}, level {}: {}{BOLD:#}\n", program.name, place.level, title)?;
    say!("{}", indented(text))?;
    let (file, check) = (place.shown().join("src/lib.rs"), "`cargo workshop own check`");
    say!("\nWrite it in {}. In the folder of the course, {check} tests it.", file.display())
}

/// Tests the levels up to the program's, as long as the run has to go on. Returns whether they pass.
fn check(root: &Path, name: Option<&str>, go_on: GoOn<'_>) -> io::Result<bool> {
    let (program, place) = current(root, name)?;
    if !levels::pass(root, &program, &place, go_on)? {
        return Ok(false);
    }
    show(&program, &place::next_level(root, &program, place)?).map(|()| true)
}

/// Checks whenever a file of the program is saved, and at Enter, until `q`.
fn watch(root: &Path, name: Option<&str>) -> io::Result<()> {
    let folder = || Ok(current(root, name)?.1.folder);
    repeat("q quit", folder, |go_on| check(root, name, go_on).map(drop), |_| Ok(()))
}

/// Shows our solution up to a level, after a question.
fn solution(root: &Path, name: Option<&str>, level: Option<usize>) -> io::Result<()> {
    let (program, place) = current(root, name)?;
    let level = level.unwrap_or(place.level).clamp(1, program.levels.len());
    if stdin().is_terminal() {
        let name = &program.name;
        say!("Show our {name} up to level {level}? It may be right in another way than yours. [y/N]")?;
        let answer = stdin().lock().lines().next().transpose()?.unwrap_or_default();
        if !answer.trim().starts_with(['y', 'Y']) {
            return Ok(());
        }
    }
    say!("{}", up_to(&program.source()?, level))
}

/// Returns the program of this name, or the one that was named last, and where it is.
fn current(root: &Path, name: Option<&str>) -> io::Result<(Program, Place)> {
    let begin = name.unwrap_or("runtime");
    let none = || not_found(format!("no such program is begun; `cargo workshop own {begin}` begins one"));
    let is_meant = |place: &Place| name.is_none_or(|name| place.name == name);
    let place = Place::all(root)?.into_iter().find(is_meant).ok_or_else(none)?;
    place.is_there()?;
    let program = Program::read(root, &place.name)?;
    place::mend(&program, &place.folder)?;
    Ok((program, place))
}
