//! What a learner has written in the holes of an exercise, if anything.

use std::io;

use super::bench::ALLOW;
use super::course::Course;
use super::exercise::{Exercise, Hole};
use super::hole;
use super::pristine;
use super::progress::Progress;
use super::words::{BOLD, say};
use crate::root;

/// Tells whether a learner has written something, and says what is there if not.
///
/// # Errors
/// If a source cannot be read.
pub fn has_answer(course: &Course, exercise: &Exercise) -> io::Result<bool> {
    if let Some(place) = untouched(course, exercise)? {
        say!("{BOLD}Nothing is written yet:{BOLD:#} {place}. `cargo workshop hint` helps.")?;
        return Ok(false);
    }
    let is_restored = is_restored(course, exercise)?;
    if is_restored {
        say!(
            "{BOLD}The hole has the course's own code,{BOLD:#} which something has restored, such as `git checkout`."
        )?;
        say!("`cargo workshop reset {}` cuts it again.", exercise.id)?;
    }
    Ok(!is_restored)
}

/// Returns where the first hole is, if all holes of an exercise are as they were cut.
fn untouched(course: &Course, exercise: &Exercise) -> io::Result<Option<String>> {
    let texts = course.sources(exercise)?;
    let is_cut = |(hole, text): (&Hole, &String)| {
        hole::body(text, &hole.path).is_some_and(|body| text[body].contains(&exercise.mark()))
    };
    let are_cut = exercise.holes.iter().zip(&texts).all(is_cut);
    Ok(are_cut.then(|| place(&exercise.holes[0], &texts[0])))
}

/// Returns where a hole is: its file, the line, and the path of its function.
pub fn place(hole: &Hole, text: &str) -> String {
    let line = hole::body(text, &hole.path).map_or(1, |body| text[..body.start].lines().count());
    format!("{}:{line}  {}", hole.file, hole.path)
}

/// Tells whether an open exercise has the course's own code, though the learner has not taken it. A learner may write
/// the same code, but does not remove the first line of the library.
fn is_restored(course: &Course, exercise: &Exercise) -> io::Result<bool> {
    let progress = Progress::read(&course.root)?;
    let library = root::read(&course.path(&format!("{}/src/lib.rs", exercise.package())))?;
    let is_open = progress.open() == Some(&exercise.id) && progress.state(&exercise.id).is_none();
    let Ok(ours) = pristine::texts(course, exercise) else { return Ok(false) };
    let mine = course.sources(exercise)?;
    let is_same = exercise
        .holes
        .iter()
        .zip(mine.iter().zip(&ours))
        .all(|(hole, (mine, ours))| hole::function(mine, &hole.path) == hole::function(ours, &hole.path));
    Ok(is_open && is_same && !library.starts_with(ALLOW))
}
