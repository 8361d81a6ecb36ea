//! Why a test of the rest that fails does not count: the learner's answer is not what breaks it.

use std::io;

use super::copy;
use super::course::Course;
use super::exercise::Exercise;
use super::pristine;
use super::progress::Progress;
use super::store;
use super::suite::Suite;
use super::test::{Ended, How};
use crate::building::{TO_THE_END, log_step};
use crate::root::read;

/// Returns why the failure of this test, one of `suite`, does not count, if it does not.
pub fn of(
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
    if again.failed().next().is_none() {
        return Ok(Some(
            "Alone, that test passes, so it does not count here: the machine is busy.".to_owned(),
        ));
    }
    Ok(suspects(course, exercise, &failed.name, how)?.map(|earlier| {
        format!(
            "That fails with the solution of {}, too, so it does not count here: an earlier answer of yours breaks \
             it ({earlier}). `cargo workshop solution ID` compares one with the solution.",
            exercise.id
        )
    }))
}

/// Runs a test with the solution of an exercise, in a copy of the workspace. If it fails there, returns the earlier
/// answers in what it runs: those in the package, and in the packages on which it depends.
fn suspects(course: &Course, exercise: &Exercise, test: &str, how: How<'_>) -> io::Result<Option<String>> {
    let progress = Progress::read(&course.root)?;
    let manifest = read(&course.path(exercise.folder()).join("Cargo.toml"))?;
    let runs = |package: &str| package == exercise.package() || manifest.contains(&format!("\n{package}."));
    let is_earlier =
        |other: &&Exercise| progress.is_solved(&other.id) && other.id != exercise.id && runs(other.package());
    let earlier: Vec<_> = course.exercises.iter().filter(is_earlier).map(|other| other.id.as_str()).collect();
    if earlier.is_empty() {
        return Ok(None);
    }
    log_step(&format!("Testing with the solution of {}, in a copy of the course", exercise.id));
    let copy = copy::of(course)?;
    for (hole, solution) in exercise.holes.iter().zip(pristine::texts(course, exercise)?) {
        let path = copy.path(&hole.file);
        let text = hole.transplant(&solution, &read(&path)?).unwrap_or(solution);
        store::write(&path, text.as_bytes())?;
    }
    let Ok(suite) = Suite::of(&copy, exercise, &[test.to_owned()], how.go_on.unwrap_or(TO_THE_END))? else {
        return Ok(None);
    };
    let ran = suite.only(|name| name == test).run(how, |_| Ok(()))?;
    Ok(ran.failed().next().map(|_| earlier.join(", ")))
}
