//! What a learner reads of a solved exercise: the mistakes that were fixed and avoided, and the prediction.

use std::collections::BTreeSet;
use std::io;

use super::answer::WrongAnswer;
use super::course::Course;
use super::exercise::Exercise;
use super::pristine;
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
    let sources = [course.sources(exercise)?, pristine::texts(course, exercise).unwrap_or_default()];
    let is_avoided =
        |answer: &WrongAnswer| !mistakes.contains(&answer.dies) && !is_made(exercise, answer, &sources);
    // A file that is damaged is not the learner's fault.
    let mut avoided = course.wrong_answers(exercise).unwrap_or_default();
    avoided.retain(is_avoided);
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

/// Tells whether a mistake is in the learner's sources: they have the lines that it adds to ours, and none of
/// those that it leaves out.
fn is_made(exercise: &Exercise, answer: &WrongAnswer, [mine, ours]: &[Vec<String>; 2]) -> bool {
    let mut holes = exercise.holes.iter().zip(mine.iter().zip(ours));
    holes.all(|(hole, (mine, ours))| {
        let wrong = answer.bodies.iter().find(|(path, _)| *path == hole.path);
        let [mine, ours] = [mine, ours].map(|text| hole.body(text).map_or("", |body| &text[body]));
        let wrong = wrong.map_or(ours, |(_, body)| body);
        let [mine, ours, wrong] = [mine, ours, wrong].map(lines);
        wrong.difference(&ours).all(|line| mine.contains(line))
            && ours.difference(&wrong).all(|line| !mine.contains(line))
    })
}

fn lines(body: &str) -> BTreeSet<&str> {
    body.lines().map(str::trim).collect()
}
