//! `check`: runs the tests of an exercise and then the rest of the crawler's, and says what came of it.

use std::io;
use std::time::Duration;

use super::bench::Bench;
use super::course::Course;
use super::exercise::Exercise;
use super::failures;
use super::hole::{self, Hole};
use super::pristine;
use super::progress::{Progress, State};
use super::show;
use super::suite::Suite;
use super::test::{Ended, How};
use super::words::{BOLD, FAILED, say};
use crate::building::{GoOn, show_in_place};
use crate::root;

/// The time that the rest of the crawler may take.
const REST: Duration = Duration::from_secs(30);

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
    /// Give up a test after so many seconds [default: 30]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<u64>,
}

/// Checks an exercise, or the open one, as long as that has to go on. Returns whether its tests pass.
pub fn check(course: &Course, args: &Check, go_on: GoOn<'_>) -> io::Result<bool> {
    let exercise = course.find_or_open(args.id.as_deref())?;
    let tested = course.sources(exercise)?;
    if !has_answer(exercise, &tested)? {
        return Ok(false);
    }
    let go_on: GoOn<'_> = &|| go_on().and_then(|()| course.still_has(exercise, &tested));
    let Some(suite) = own(course, exercise, args.only.as_deref(), go_on)? else { return Ok(false) };
    let patience = args.patience.map(Duration::from_secs);
    let how = How { patience, go_on: Some(go_on), ..How::default() };
    let ran = suite.run(How { is_traced: true, ..how }, |ended| {
        failures::verdict(ended)?;
        if args.nocapture { say!("{}", ended.output) } else { Ok(()) }
    })?;
    // The last test may have saved it.
    go_on()?;
    if !ran.is_green() {
        let mut bench = Bench::of(course)?;
        ran.failed().for_each(|failed| bench.progress.add_failed(&exercise.id, &failed.name));
        bench.note()?;
        failures::show(course, exercise, &ran)?;
        let (style, counts) = (FAILED.bold(), ran.counts());
        say!("\n{style}{}: {counts}.{style:#} `cargo workshop hint` helps.", exercise.id)?;
        return Ok(false);
    }
    let counts = ran.counts();
    if args.only.is_some() {
        say!("\n{counts}; `cargo workshop check` runs all of {}.", exercise.id)?;
        return Ok(true);
    }
    say!(
        "\n{counts}. Now the rest of the crawler: its tests are compiled, and then run for {} seconds at most.",
        REST.as_secs()
    )?;
    if !rest_passes(course, exercise, go_on, how)? {
        return Ok(false);
    }
    go_on()?;
    finish(course, exercise).map(|()| true)
}

/// Tells whether a learner has written something, and says which holes are left.
///
/// # Errors
/// If a hole is no longer there, because a conflict is open, or because its function is renamed.
fn has_answer(exercise: &Exercise, texts: &[String]) -> io::Result<bool> {
    let mut left = Vec::new();
    for (hole, text) in exercise.holes.iter().zip(texts) {
        if let Some(line) = hole::conflict(text) {
            let help = format!(
                "choose what stays, or `cargo workshop reset {}` takes the course's text",
                exercise.id
            );
            return Err(io::Error::other(format!("{}:{line}: a conflict of git is open; {help}", hole.file)));
        }
        match hole.body(text) {
            Some(body) if text[body.clone()].contains(&exercise.mark()) => left.push(hole.location(text)),
            None if hole::is_whole(text) => return Err(hole.missing()),
            _ => {}
        }
    }
    match &left[..] {
        [] => {}
        [place, ..] if left.len() == exercise.holes.len() => {
            say!("{BOLD}Nothing is written yet:{BOLD:#} {place}. `cargo workshop hint` helps.")?;
            return Ok(false);
        }
        [place] => say!("{BOLD}1 hole is left:{BOLD:#} {place}")?,
        places => say!("{BOLD}{} holes are left:{BOLD:#}\n  {}", places.len(), places.join("\n  "))?,
    }
    Ok(true)
}

/// Compiles the tests of an exercise with a part in their names. Returns `None` if they do not compile.
fn own(
    course: &Course,
    exercise: &Exercise,
    part: Option<&str>,
    go_on: GoOn<'_>,
) -> io::Result<Option<Suite>> {
    let id = &exercise.id;
    let suite = match Suite::of(course, exercise, &exercise.tests, go_on)? {
        Ok(suite) => suite.judging(exercise),
        Err(_) => {
            let first = "The compiler's first error is the one to fix first.";
            say!("\n{BOLD}{id} does not compile yet.{BOLD:#} {first}")?;
            return Ok(None);
        }
    };
    if suite.count() == 0 {
        return Err(root::not_found(format!("the course is at fault: {id} has no tests")));
    }
    let part = part.unwrap_or_default();
    let chosen = suite.only(|name| name.contains(part));
    if chosen.count() == 0 {
        return Err(root::not_found(format!("{id} has no test with `{part}` in its name")));
    }
    Ok(Some(chosen))
}

/// Runs the other tests that the exercise can break, until it breaks one. Returns whether it breaks none.
fn rest_passes(course: &Course, exercise: &Exercise, go_on: GoOn<'_>, how: How<'_>) -> io::Result<bool> {
    let id = &exercise.id;
    let mut suite = match Suite::of(course, exercise, &exercise.rest, go_on)? {
        Ok(suite) => suite.only(|test| exercise.can_break(test)),
        Err(_) => {
            let what = "with this answer: see the compiler's first error.";
            say!("\n{BOLD}The rest of the crawler does not compile{BOLD:#} {what}")?;
            return Ok(false);
        }
    };
    let rest = loop {
        let mut ended = 0;
        let rest = suite.run(How { limit: Some(REST), ..how }, |_| {
            ended += 1;
            show_in_place(&format!("{ended} of {} tests", suite.count()));
            Ok(())
        });
        show_in_place("");
        let rest = rest?;
        let Some(failed) = rest.failed().next() else { break rest };
        failures::show(course, exercise, &rest)?;
        let Some(excuse) = excuse(course, exercise, &suite, failed, how)? else {
            let what = "passes its own tests, but breaks the rest of the crawler";
            say!("\n{BOLD}{id} {what}.{BOLD:#} `cargo workshop hint` helps.")?;
            let earlier = earlier(course, exercise)?;
            if !earlier.is_empty() {
                let help = "`cargo workshop solution ID` compares it with the solution";
                say!("Or an earlier answer of yours does: {help} ({}).", earlier.join(", "))?;
            }
            return Ok(false);
        };
        say!("\n{excuse}")?;
        suite = suite.only(|test| test != failed.name);
    };
    let help = format!("; the time was up, and `cargo test -p {}` runs all", exercise.package());
    say!("{}{}.", rest.counts(), if rest.not_run == 0 { "" } else { &help })?;
    Ok(true)
}

/// Returns why the failure of this test, one of `suite`, does not count, if it does not.
fn excuse(
    course: &Course,
    exercise: &Exercise,
    suite: &Suite,
    failed: &Ended,
    how: How<'_>,
) -> io::Result<Option<String>> {
    let is_cut = |other: &&Exercise| other.id != exercise.id && failed.output.contains(&other.message());
    if let Some(open) = course.exercises.iter().find(is_cut) {
        return Ok(Some(format!("That needs {}, which is cut, so it does not count here.", open.id)));
    }
    let again = suite.only(|name| name == failed.name).run(how, |_| Ok(()))?;
    let passes = "Alone, that test passes, so it does not count here: the machine is busy.";
    Ok(again.is_green().then(|| passes.to_owned()))
}

/// Returns the IDs of the earlier answers in the package, and in `common`, which all packages use.
fn earlier<'a>(course: &'a Course, exercise: &Exercise) -> io::Result<Vec<&'a str>> {
    let progress = Progress::read(&course.root)?;
    let is_near = |other: &Exercise| [exercise.package(), "common"].contains(&other.package());
    let is_earlier =
        |other: &&Exercise| progress.is_solved(&other.id) && other.id != exercise.id && is_near(other);
    Ok(course.exercises.iter().filter(is_earlier).map(|other| other.id.as_str()).collect())
}

/// Says that an exercise is solved, if it is the learner's own answer, and keeps it.
fn finish(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let mut bench = Bench::of(course)?;
    let is_kept = match bench.progress.state(&exercise.id) {
        Some(State::Given) => true,
        Some(State::Solved) => !bench.has_news(exercise)?,
        None => false,
    };
    if bench.progress.open() == Some(&exercise.id) && !is_kept {
        let is_courses = |hole: &Hole| {
            let text = pristine::text(course, exercise, &hole.file);
            text.ok() == course.source(exercise, hole).ok()
        };
        if exercise.holes.iter().all(is_courses) {
            let help = "If git has brought it back, `git stash pop` may have yours";
            say!("\nThe code is the same as the course's own. {help}.")?;
        }
        bench.solved(exercise)?;
        bench.write(&format!("check {}", exercise.id))?;
        show::solved(course, exercise)?;
    } else {
        say!("\n{BOLD}{} passes.{BOLD:#}", exercise.id)?;
    }
    say!(
        "\n`cargo workshop solution` compares your code with the solution; `cargo workshop next` starts the next \
         exercise, and `next --core` the next one of the core."
    )
}
