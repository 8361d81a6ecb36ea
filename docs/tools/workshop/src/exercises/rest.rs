//! The rest of the crawler's tests, which an exercise may break although its own tests pass.

use std::io;

use super::course::Course;
use super::exercise::Exercise;
use super::failures;
use super::progress::Progress;
use super::suite::{REST, Suite, elsewhere};
use super::test::How;
use super::words::{BOLD, say, tests_pass};
use crate::building::show_in_place;

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
    if rest.failed().next().is_some() {
        failures::show(course, exercise, &rest, is_verbose)?;
        let what = "passes its own tests, but breaks the rest of the crawler";
        say!("\n{BOLD}{} {what}.{BOLD:#} `cargo workshop hint` helps.", exercise.id)?;
        let progress = Progress::read(&course.root)?;
        let is_earlier = |other: &&Exercise| {
            progress.is_solved(&other.id) && other.package() == exercise.package() && other.id != exercise.id
        };
        // What was solved before is in the sources, too.
        let earlier: Vec<_> =
            course.exercises.iter().filter(is_earlier).map(|other| other.id.as_str()).collect();
        if !earlier.is_empty() {
            let help = "`cargo workshop solution ID` shows it beside the solution";
            say!("Or does an earlier answer of yours ({})? {help}.", earlier.join(", "))?;
        }
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
