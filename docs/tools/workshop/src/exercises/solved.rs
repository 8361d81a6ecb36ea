//! What a learner reads of a solved exercise: the usual mistakes, and the prediction.

use std::io;

use super::answer::WrongAnswer;
use super::course::Course;
use super::exercise::Exercise;
use super::words::{BOLD, indented, say};

/// The number of mistakes that are shown.
const MOST: usize = 5;

/// Says that an exercise is solved.
pub fn say_solved(course: &Course, exercise: &Exercise) -> io::Result<()> {
    say!("\n{BOLD}{} is solved.{BOLD:#}", exercise.id)?;
    // A file that is damaged is not the learner's fault.
    let mut avoided = course.wrong_answers(exercise).unwrap_or_default();
    avoided.sort_by_key(|answer| (exercise.rank(&answer.dies), answer.dies.clone()));
    // Of those that fail in the same test, one is enough.
    avoided.dedup_by(|next, one| next.dies == one.dies);
    if !avoided.is_empty() {
        say!("Your answer makes none of the usual mistakes, such as these:")?;
    }
    for WrongAnswer { belief, why, .. } in avoided.into_iter().take(MOST) {
        say!("{}", indented(&format!("- \"{}\" {why}", belief.trim_end_matches('.'))))?;
    }
    say!("\n{BOLD}Your prediction{BOLD:#}\n{}\n", indented(exercise.section("Predict")))?;
    say!("{}\n  The test of this prediction is {}.", indented(exercise.section("Answer")), exercise.predicted)
}
