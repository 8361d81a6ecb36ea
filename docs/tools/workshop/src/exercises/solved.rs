//! What a learner reads of a solved exercise: the mistakes that were fixed and avoided, and the prediction.

use std::collections::BTreeSet;
use std::io;

use super::answer::WrongAnswer;
use super::course::Course;
use super::exercise::Exercise;
use super::words::{BOLD, indented, say};

/// The number of mistakes that are shown: of those that were made, and of those that were avoided.
const MOST: usize = 5;

/// Says that an exercise is solved, after tests that have failed since it was started.
pub fn say_solved(course: &Course, exercise: &Exercise, mistakes: &BTreeSet<String>) -> io::Result<()> {
    say!("\n{BOLD}{} is solved.{BOLD:#}", exercise.id)?;
    let mut fixed: Vec<_> = mistakes.iter().map(|test| (exercise.rank(test), test)).collect();
    fixed.sort();
    if !fixed.is_empty() {
        say!("You have fixed the mistakes that these tests found:")?;
        fixed.iter().take(MOST).try_for_each(|(_, test)| say!("  - {test}"))?;
    }
    // A file that is damaged is not the learner's fault.
    let mut avoided = course.wrong_answers(exercise).unwrap_or_default();
    avoided.retain(|answer| !mistakes.contains(&answer.dies));
    avoided.sort_by_key(|answer| (exercise.rank(&answer.dies), answer.dies.clone()));
    // Of those that fail in the same test, one is enough.
    avoided.dedup_by(|next, one| next.dies == one.dies);
    if !avoided.is_empty() {
        say!("You have avoided mistakes such as these:")?;
    }
    for WrongAnswer { belief, why, .. } in avoided.into_iter().take(MOST) {
        say!("{}", indented(&format!("- \"{}\" {why}", belief.trim_end_matches('.'))))?;
    }
    say!("\n{BOLD}Your prediction{BOLD:#}\n{}\n", indented(exercise.section("Predict")))?;
    say!("{}\n  The test of this prediction is {}.", indented(exercise.section("Answer")), exercise.predicted)
}
