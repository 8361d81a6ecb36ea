//! The sources as the course has them, whatever a learner has made of them.
//!
//! When an exercise begins, a copy of each source with a hole is kept: from then on, what git has may be the learner's.

use std::io;
use std::process::Command;

use super::course::Course;
use super::exercise::Exercise;
use super::progress::Progress;
use super::store::{self, FOLDER};
use crate::root;

/// Keeps a copy of the sources of an exercise, as the course has them now.
pub fn keep(course: &Course, exercise: &Exercise) -> io::Result<()> {
    for hole in &exercise.holes {
        let copy = course.path(&copy(exercise, &hole.file));
        // A source that is missing or no text is no reason to block other exercises.
        if !copy.exists()
            && let Ok(text) = text(course, exercise, &hole.file)
        {
            store::write(&copy, text.as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the text of a source as the course has it: the copy, or what git has, or what is there.
///
/// # Errors
/// If there is no copy, because `.workshop` is gone, and only the hole is left.
pub fn text(course: &Course, exercise: &Exercise, file: &str) -> io::Result<String> {
    let copy = copy(exercise, file);
    let kept = root::read(&course.path(&copy));
    let mut git = Command::new("git");
    git.arg("-C").arg(&course.root).args(["show", &format!("HEAD:./{file}")]);
    let text = kept.or_else(|_| root::output(&mut git));
    let text = text.or_else(|_| root::read(&course.path(file))).ok();
    text.filter(|text| !text.contains(&exercise.mark())).ok_or_else(|| {
        let what =
            "the course's text of it is not known: take it from a fresh copy of the course, and put it at";
        root::not_found(format!("{file}: {what} {copy}"))
    })
}

/// Returns the texts of an exercise's sources as the course has them.
pub fn texts(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    exercise.holes.iter().map(|hole| text(course, exercise, &hole.file)).collect()
}

/// Returns the `text` of a source with the solution in each hole that is open or that the learner has solved.
///
/// # Errors
/// If the progress cannot be read.
pub fn with_solutions(course: &Course, file: &str, mut text: String) -> io::Result<String> {
    let progress = Progress::read(&course.root)?;
    for exercise in &course.exercises {
        if progress.open() != Some(exercise.id.as_str()) && !progress.is_solved(&exercise.id) {
            continue;
        }
        for hole in exercise.holes.iter().filter(|hole| hole.file == file) {
            if let Ok(solution) = self::text(course, exercise, file) {
                text = hole.put(&text, &solution);
            }
        }
    }
    Ok(text)
}

/// Returns the name of the copy of a source.
fn copy(exercise: &Exercise, file: &str) -> String {
    format!("{FOLDER}/solutions/{}/{}/{file}", env!("CARGO_PKG_VERSION"), exercise.id)
}
