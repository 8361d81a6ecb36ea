//! The rest of the crawler's tests, which an exercise may break although its own tests pass.

use std::io;

use super::blame;
use super::compile::elsewhere;
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
        written::is_still(course, exercise, tested)
    });
    show_in_place("");
    let rest = rest?;
    if let Some(first) = rest.failed().next() {
        failures::show(course, exercise, &rest, is_verbose)?;
        if let Some(Exercise { id, .. }) = blame::other(course, exercise, &first.name, how)? {
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
