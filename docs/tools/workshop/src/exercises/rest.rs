//! The rest of the crawler's tests, which an exercise may break although its own tests pass.

use std::io;

use super::course::Course;
use super::exercise::Exercise;
use super::failures;
use super::suite::{REST, Suite};
use super::tests::How;
use super::words::{BOLD, say, tests_pass};
use super::written;
use crate::building::show_in_place;

/// Runs the tests that do not judge the exercise, until one fails. Returns whether they pass.
///
/// # Errors
/// If the learner has saved, or if cargo or the tests cannot be run.
pub fn pass(
    course: &Course,
    exercise: &Exercise,
    tested: &[String],
    how: How<'_>,
    is_verbose: bool,
) -> io::Result<bool> {
    let Some(suite) = Suite::rest(course, exercise)? else {
        say!("\n{BOLD}The rest of the crawler does not compile{BOLD:#} with this answer.")?;
        return Ok(false);
    };
    let mut ended = 0;
    let rest = suite.run(How { limit: REST, is_one_enough: true, ..how }, |_| {
        ended += 1;
        show_in_place(&format!("{ended} of {} tests", suite.len()));
        written::is_still(course, exercise, tested)
    });
    show_in_place("");
    let rest = rest?;
    if rest.has_failed() {
        failures::show(course, exercise, &rest, is_verbose)?;
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
