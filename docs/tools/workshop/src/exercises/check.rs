//! `check`: runs the tests of an exercise and then the rest of the crawler's, and says what came of it.

use std::io;
use std::time::Duration;

use super::bench::Bench;
use super::compile::elsewhere;
use super::course::Course;
use super::exercise::Exercise;
use super::failures;
use super::progress::{Progress, State};
use super::ran::{Ended, Ran};
use super::rest;
use super::results;
use super::solution;
use super::solved;
use super::suite::{REST, Suite};
use super::tests::{How, SILENCE};
use super::words::{BOLD, DIM, say, tests_pass};
use super::written;
use crate::root;

/// The arguments of `check`.
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// The exercise [default: the open one]
    pub id: Option<String>,
    /// Run only the tests with NAME in their names
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Show all that the tests print
    #[arg(long)]
    nocapture: bool,
    /// Show the whole message of each failure
    #[arg(short, long)]
    verbose: bool,
    /// Show what ran in the first test that fails, event by event
    #[arg(long)]
    trace: bool,
    /// Give up if no test ends for so many seconds [default: 30]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<u64>,
}

/// Checks an exercise, or the open one. Returns whether its tests pass.
///
/// # Errors
/// If there is no such exercise, or none is open; if cargo or the tests cannot be run; if the learner
/// saves meanwhile.
pub fn check(course: &Course, args: &Args) -> io::Result<bool> {
    let exercise = chosen(course, args.id.as_deref())?;
    if !written::has_answer(course, exercise)? {
        return Ok(false);
    }
    let tested = course.sources(exercise)?;
    let Some(suite) = compiled(course, exercise, args.only.as_deref())? else { return Ok(false) };
    let how = How { patience: args.patience.map_or(SILENCE, Duration::from_secs), ..How::default() };
    let failed = results::failed(course, exercise);
    let own = suite.first(|name| failed.iter().any(|failed| failed == name)).run(
        How { is_traced: true, ..how },
        |Ended { name, passed, output, .. }| {
            say!("{DIM}{:<7}{name}{DIM:#}", if *passed { "passed" } else { "FAILED" })?;
            if args.nocapture {
                say!("{output}")?;
            }
            written::is_still(course, exercise, &tested)
        },
    )?;
    if args.only.is_none() {
        solution::keep_checked(course, exercise, &tested)?;
        results::keep(course, exercise, &own)?;
    }
    if !own.is_green() {
        failures::show(course, exercise, &own, args.verbose)?;
        say!("\n{BOLD}{}: {}.{BOLD:#} `cargo workshop hint` helps.", exercise.id, own.counts())?;
        if args.trace {
            trace(exercise, &own)?;
        }
        return Ok(false);
    }
    let passed = tests_pass(own.passed(), "");
    if args.only.is_some() {
        say!("\n{passed}; `cargo workshop check` runs all of {}.", exercise.id)?;
        return Ok(true);
    }
    say!("\n{passed}. Now the rest of the crawler, for {} seconds at most.", REST.as_secs())?;
    if !rest::pass(course, exercise, &tested, how, args.verbose)? {
        return Ok(false);
    }
    written::is_still(course, exercise, &tested)?;
    finish(course, exercise).map(|()| true)
}

/// Runs the first test that fails again, and shows its events.
fn trace(exercise: &Exercise, own: &Ran) -> io::Result<()> {
    // The tests of `common` have no stage.
    let stage = Some(exercise.package()).filter(|package| *package != "common");
    let test = failures::in_order(exercise, own).first().map(|failed| failed.name.as_str());
    crate::elsewhere::run("trace-page", "trace", &crate::elsewhere::Args::of(stage.into_iter().chain(test)))
}

/// Compiles the tests of an exercise, and chooses those with a part in their names. Returns `None` if they do not compile.
fn compiled(course: &Course, exercise: &Exercise, part: Option<&str>) -> io::Result<Option<Suite>> {
    let id = &exercise.id;
    let suite = match Suite::own(course, exercise)? {
        Ok(suite) => suite,
        Err(failed) => {
            let place = elsewhere(exercise, &failed);
            let first = "The compiler's first error is the one to fix first.";
            say!("\n{BOLD}{id} does not compile yet.{BOLD:#} {first}{place}")?;
            return Ok(None);
        }
    };
    if suite.len() == 0 {
        return Err(root::not_found(format!("the course is at fault: {id} has no tests")));
    }
    let part = part.unwrap_or_default();
    let chosen = suite.only(|name| name.contains(part));
    if chosen.len() == 0 {
        return Err(root::not_found(format!("{id} has no test with `{part}` in its name")));
    }
    Ok(Some(chosen))
}

/// Says that an exercise is solved, if it is the learner's own answer, and keeps it.
fn finish(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let mut bench = Bench::of(course)?;
    let is_open = bench.progress.open() == Some(&exercise.id);
    let is_given = bench.progress.state(&exercise.id) == Some(State::Given);
    let is_kept = bench.progress.state(&exercise.id) == Some(State::Solved) && !bench.has_news(exercise)?;
    let is_solved = is_open && !is_given && !is_kept;
    if is_solved {
        let mistakes = results::mistakes(course, exercise);
        bench.solved(exercise)?;
        bench.write(&format!("check {}", exercise.id), true)?;
        solved::say_solved(course, exercise, &mistakes)?;
    } else {
        say!("\n{BOLD}{} passes.{BOLD:#}", exercise.id)?;
    }
    say!(
        "\n`cargo workshop solution` shows your code beside the solution; `cargo workshop next` starts the next \
         exercise, and `next --core` the next one of the core."
    )
}

/// Returns the exercise that is meant.
///
/// # Errors
/// If there is no such exercise, or none is open.
pub fn chosen<'a>(course: &'a Course, id: Option<&str>) -> io::Result<&'a Exercise> {
    let progress = Progress::read(&course.root)?;
    let none = || root::not_found("no exercise is open: `cargo workshop next` starts one".into());
    let id = id.or(progress.open()).ok_or_else(none)?;
    course.find(id)
}
