//! `check`: runs the tests of an exercise and then the rest of the crawler's, and says what came of it.

use std::io;
use std::time::Duration;

use super::bench::{ALLOW, Bench};
use super::course::Course;
use super::exercise::Exercise;
use super::failures;
use super::hole::Hole;
use super::pristine;
use super::progress::{Progress, State};
use super::rest;
use super::results::{self, Ended, Ran};
use super::solution;
use super::solved;
use super::suite::{REST, Suite, elsewhere};
use super::test::{How, PATIENCE};
use super::words::{BOLD, DIM, say, tests_pass};
use crate::root;

/// The arguments of `check`.
#[derive(Debug, Default, clap::Args)]
pub struct Check {
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
    /// Give up a test after so many seconds [default: 30]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<u64>,
}

/// Checks an exercise, or the open one. Returns whether its tests pass.
pub fn check(course: &Course, args: &Check) -> io::Result<bool> {
    let exercise = course.find_or_open(args.id.as_deref())?;
    let tested = course.sources(exercise)?;
    if !has_answer(course, exercise, &tested)? {
        return Ok(false);
    }
    let Some(suite) = compiled(course, exercise, args.only.as_deref())? else { return Ok(false) };
    let how = How { patience: args.patience.map_or(PATIENCE, Duration::from_secs), ..How::default() };
    let failed = results::failed(&course.root, &exercise.id);
    let own = suite.first(|name| failed.iter().any(|failed| failed == name)).run(
        How { is_traced: true, ..how },
        |Ended { name, passed, output, .. }| {
            say!("{DIM}{:<7}{name}{DIM:#}", if *passed { "passed" } else { "FAILED" })?;
            if args.nocapture {
                say!("{output}")?;
            }
            course.still_has(exercise, &tested)
        },
    )?;
    if args.only.is_none() {
        solution::keep_checked(course, exercise, &tested)?;
        results::keep(&course.root, &exercise.id, &own)?;
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
    course.still_has(exercise, &tested)?;
    finish(course, exercise).map(|()| true)
}

/// Runs the first test that fails again, and shows its events.
fn trace(exercise: &Exercise, own: &Ran) -> io::Result<()> {
    // The tests of `common` have no stage.
    let stage = Some(exercise.package()).filter(|package| *package != "common");
    let test = failures::in_order(exercise, own).first().map(|failed| failed.name.as_str());
    crate::elsewhere::run(
        "trace-page",
        "trace",
        &crate::elsewhere::PassedOn::of(stage.into_iter().chain(test)),
    )
}

/// Compiles the tests of an exercise with a part in their names. Returns `None` if they do not compile.
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
    let is_kept = match bench.progress.state(&exercise.id) {
        Some(State::Given) => true,
        Some(State::Solved) => !bench.has_news(exercise)?,
        Some(State::Begun) | None => false,
    };
    if bench.progress.open() == Some(&exercise.id) && !is_kept {
        let mistakes = results::mistakes(&course.root, &exercise.id);
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

/// Tells whether a learner has written something, and says what is there if not.
fn has_answer(course: &Course, exercise: &Exercise, texts: &[String]) -> io::Result<bool> {
    let is_cut = |(hole, text): (&Hole, &String)| {
        hole.body(text).is_some_and(|body| text[body].contains(&exercise.mark()))
    };
    if exercise.holes.iter().zip(texts).all(is_cut) {
        let place = exercise.holes[0].location(&texts[0]);
        say!("{BOLD}Nothing is written yet:{BOLD:#} {place}. `cargo workshop hint` helps.")?;
        return Ok(false);
    }
    let is_restored = is_restored(course, exercise, texts)?;
    if is_restored {
        let what = "which something has restored, such as `git checkout`.";
        say!("{BOLD}The hole has the course's own code,{BOLD:#} {what}")?;
        say!("`cargo workshop reset {}` cuts it again.", exercise.id)?;
    }
    Ok(!is_restored)
}

/// Tells whether the holes have the course's own code.
fn is_restored(course: &Course, exercise: &Exercise, texts: &[String]) -> io::Result<bool> {
    let progress = Progress::read(&course.root)?;
    let is_open = progress.open() == Some(&exercise.id) && progress.state(&exercise.id).is_none();
    // A learner may write the same code, but does not remove the first line of the library.
    if !is_open || root::read(&course.path(&exercise.library()))?.starts_with(ALLOW) {
        return Ok(false);
    }
    let Ok(ours) = pristine::texts(course, exercise) else { return Ok(false) };
    let mut holes = exercise.holes.iter().zip(ours.iter().zip(texts));
    Ok(holes.all(|(hole, (ours, text))| hole.transplant(ours, text).as_ref() == Some(text)))
}
