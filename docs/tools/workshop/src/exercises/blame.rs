//! Which answer breaks the rest of the crawler: what was solved before is in the sources, too.

use std::io;

use super::answer::Answer;
use super::course::Course;
use super::exercise::Exercise;
use super::hole;
use super::pristine;
use super::progress::{Progress, State};
use super::suite::{REST, Suite};
use super::tests::How;
use super::verify::{scratch, switch};
use super::words::say;

/// The name of the answer that is the course's own.
const OURS: &str = "ours";

/// Returns the solved exercise whose answer makes a test fail that `exercise` does not break: if the course's code is in
/// its place, the rest of the crawler passes.
///
/// It is tried in a copy of the workspace, where both codes are compiled at once.
///
/// # Errors
/// If a file cannot be read or written, or if cargo or a test cannot be run.
pub fn other<'a>(
    course: &'a Course,
    exercise: &Exercise,
    test: &str,
    how: How<'_>,
) -> io::Result<Option<&'a Exercise>> {
    let progress = Progress::read(&course.root)?;
    let is_other =
        |other: &Exercise| other.id != exercise.id && progress.state(&other.id) == Some(State::Solved);
    let others: Vec<_> = course.exercises.iter().filter(|other| is_other(other)).collect();
    if others.is_empty() {
        return Ok(None);
    }
    say!(
        "\nRunning the rest once more, in a copy that has the course's code for the exercises you solved before."
    )?;
    let copy = with_both(course, is_other)?;
    let Ok(suite) = Suite::rest(&copy, exercise)? else { return Ok(None) };
    // A test that now passes by itself tells nothing.
    if !suite.only(|name| name == test).run(how, |_| Ok(()))?.has_failed() {
        return Ok(None);
    }
    let suite = suite.first(|name| name == test);
    for other in others {
        let value = switch::value(other, OURS);
        let variable = Some((switch::VARIABLE, value.as_str()));
        let ran = suite.run(How { variable, limit: REST, is_one_enough: true, ..how }, |_| Ok(()))?;
        if ran.is_green() {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// Copies the workspace, with the course's code beside the learner's in the holes of these exercises.
fn with_both(course: &Course, is_one: impl Fn(&Exercise) -> bool) -> io::Result<Course> {
    let mut copy = scratch::copy(course)?;
    for exercise in copy.exercises.iter_mut().filter(|exercise| is_one(exercise)) {
        // Where the course's code is not known, the learner's stays.
        let texts = pristine::texts(course, exercise).unwrap_or_default();
        let bodies = exercise.holes.iter().zip(&texts).filter_map(|(hole, text)| {
            Some((hole.path.clone(), text[hole::body(text, &hole.path)?].to_owned()))
        });
        exercise.wrong = vec![Answer { name: OURS.into(), bodies: bodies.collect(), ..Answer::default() }];
    }
    switch::fill(&copy, &copy.exercises.iter().filter(|exercise| is_one(exercise)).collect::<Vec<_>>())?;
    Ok(copy)
}
