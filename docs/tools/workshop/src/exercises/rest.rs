//! The rest of the crawler's tests, which an exercise may break although its own tests pass. What was solved
//! before is in the sources, too, and may be the reason.

use std::io;

use super::copy::{self, Switch, VARIABLE};
use super::course::Course;
use super::exercise::Exercise;
use super::failures;
use super::pristine;
use super::progress::Progress;
use super::suite::{REST, Suite, elsewhere};
use super::test::How;
use super::words::{BOLD, say, tests_pass};
use crate::building::show_in_place;

/// The name of the answer that is the course's own.
const OURS: &str = "ours";

/// Runs the tests that do not judge the exercise, until one fails. Returns whether they pass.
pub fn pass(
    course: &Course,
    exercise: &Exercise,
    tested: &[String],
    how: How<'_>,
    is_verbose: bool,
) -> io::Result<bool> {
    let suite = match Suite::rest(course, exercise)? {
        Ok(suite) => suite,
        Err(failed) => {
            let what = "with this answer: see the compiler's first error.";
            let place = elsewhere(exercise, &failed);
            say!("\n{BOLD}The rest of the crawler does not compile{BOLD:#} {what}{place}")?;
            return Ok(false);
        }
    };
    let mut ended = 0;
    let rest = suite.run(How { limit: REST, is_one_enough: true, ..how }, |_| {
        ended += 1;
        show_in_place(&format!("{ended} of {} tests", suite.len()));
        course.still_has(exercise, tested)
    });
    show_in_place("");
    let rest = rest?;
    if let Some(first) = rest.failed().next() {
        failures::show(course, exercise, &rest, is_verbose)?;
        if let Some(Exercise { id, .. }) = other(course, exercise, &first.name, how)? {
            let passes = "With the course's code for it, the rest of the crawler passes.";
            say!(
                "\n{BOLD}Your answer to {id} is the reason,{BOLD:#} not the one to {}. {passes}",
                exercise.id
            )?;
            say!("`cargo workshop solution {id}` shows the two side by side.")?;
            return Ok(true);
        }
        let what = "passes its own tests, but breaks the rest of the crawler";
        say!("\n{BOLD}{} {what}.{BOLD:#} `cargo workshop hint` helps.", exercise.id)?;
        return Ok(false);
    }
    let package = exercise.package();
    let left = match rest.not_run {
        0 => String::new(),
        left => format!("; {left} were not run, because the time was up: `cargo test -p {package}` runs all"),
    };
    say!("{}{left}.", tests_pass(rest.passed(), " more"))?;
    Ok(true)
}

/// Returns the solved exercise whose answer makes a test fail that `exercise` does not break: if the course's
/// code is in its place, the rest of the crawler passes.
///
/// It is tried in a copy of the workspace, where both codes are compiled at once.
fn other<'a>(
    course: &'a Course,
    exercise: &Exercise,
    test: &str,
    how: How<'_>,
) -> io::Result<Option<&'a Exercise>> {
    let progress = Progress::read(&course.root)?;
    let is_other = |other: &&Exercise| other.id != exercise.id && progress.is_solved(&other.id);
    let others: Vec<_> = course.exercises.iter().filter(is_other).collect();
    if others.is_empty() {
        return Ok(None);
    }
    say!(
        "\nRunning the rest once more, in a copy that has the course's code for the exercises you solved before."
    )?;
    let copy = copy::of(course)?;
    others.iter().try_for_each(|other| switch(course, other).fill(&copy))?;
    let Ok(suite) = Suite::rest(&copy, exercise)? else { return Ok(None) };
    // A test that now passes by itself tells nothing.
    if suite.only(|name| name == test).run(how, |_| Ok(()))?.failed().next().is_none() {
        return Ok(None);
    }
    let suite = suite.first(|name| name == test);
    for other in others {
        let value = copy::value(other, OURS);
        let variable = Some((VARIABLE, value.as_str()));
        let ran = suite.run(How { variable, limit: REST, is_one_enough: true, ..how }, |_| Ok(()))?;
        if ran.is_green() {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// Returns the course's code for an exercise. Where it is not known, the learner's stays.
fn switch<'a>(course: &Course, exercise: &'a Exercise) -> Switch<'a> {
    let texts = pristine::texts(course, exercise).unwrap_or_default();
    let bodies = exercise
        .holes
        .iter()
        .zip(&texts)
        .filter_map(|(hole, text)| Some((hole.path.clone(), text[hole.body(text)?].to_owned())));
    Switch { exercise, answers: vec![(OURS.to_owned(), bodies.collect())] }
}
