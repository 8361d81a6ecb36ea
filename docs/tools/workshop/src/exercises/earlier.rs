//! Whether an earlier answer breaks a test: then it fails with the solution of the open exercise, too.

use std::io;

use super::copy;
use super::course::Course;
use super::exercise::Exercise;
use super::pristine;
use super::progress::Progress;
use super::store;
use super::suite::Suite;
use super::test::How;
use crate::building::log_step;
use crate::root::read;

/// Runs a test with the solution of an exercise, in a copy of the workspace. If it fails there, returns the earlier
/// answers in what it runs: those in the package, and in the packages on which it depends.
pub fn to_blame(
    course: &Course,
    exercise: &Exercise,
    test: &str,
    how: How<'_>,
) -> io::Result<Option<String>> {
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
    let Ok(suite) = Suite::of(&copy, exercise, &[test.to_owned()])? else { return Ok(None) };
    let ran = suite.only(|name| name == test).run(how, |_| Ok(()))?;
    Ok(ran.failed().next().map(|_| earlier.join(", ")))
}
