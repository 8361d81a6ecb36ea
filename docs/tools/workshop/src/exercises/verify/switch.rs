//! All answers to an exercise behind one switch, so that they are compiled once.

use std::io;

use crate::exercises::course::Course;
use crate::exercises::exercise::Exercise;
use crate::exercises::hole;
use crate::exercises::snapshots;
use crate::root;

/// The environment variable that chooses an answer: `ID/NAME`. Without it, the solution is chosen.
pub const VARIABLE: &str = "WORKSHOP_ANSWER";

/// The name of the answer that is none: the hole as it is cut.
pub const CUT: &str = "cut";

/// Returns the value of the variable for an answer.
pub fn value(exercise: &Exercise, answer: &str) -> String {
    format!("{}/{answer}", exercise.id)
}

/// Fills every hole of these exercises with all its answers.
///
/// # Errors
/// If a file cannot be read or written, or has no such function.
pub fn fill(course: &Course, exercises: &[&Exercise]) -> io::Result<()> {
    for exercise in exercises {
        for hole in &exercise.holes {
            let path = course.path(&hole.file);
            let text = root::read(&path)?;
            let body = hole::body(&text, &hole.path).ok_or_else(|| hole.missing())?;
            let switch = switch(exercise, &hole.path, &text[body]);
            let text = hole::fill(&text, &hole.path, &switch).ok_or_else(|| hole.missing())?;
            snapshots::write(&path, text.as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the body with all answers for one hole.
fn switch(exercise: &Exercise, path: &str, solution: &str) -> String {
    let mut arms = format!("{:?} => todo!({:?}),\n", value(exercise, CUT), exercise.message());
    for answer in &exercise.wrong {
        if let Some((_, body)) = answer.bodies.iter().find(|(its, _)| its == path) {
            arms += &format!("{:?} => {body}\n", value(exercise, &answer.name));
        }
    }
    format!(
        "{{\n#![allow(warnings)]\nstatic ANSWER: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| \
         std::env::var({VARIABLE:?}).unwrap_or_default());\nmatch ANSWER.as_str() {{\n{arms}_ => {solution}\n}}\n}}"
    )
}
