//! What a learner has written in the holes of an exercise, if anything.

use std::io;

use super::bench::ALLOW;
use super::course::Course;
use super::exercise::Exercise;
use super::hole;
use super::pristine;
use super::progress::Progress;
use super::words::{BOLD, say};
use crate::root;

/// Returns the sources of an exercise as they are now.
///
/// # Errors
/// If one cannot be read.
pub fn texts(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    exercise.holes.iter().map(|hole| course.source(exercise, hole)).collect()
}

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
    let mut place = None;
    for hole in &exercise.holes {
        let text = course.source(exercise, hole)?;
        match hole::body(&text, &hole.path) {
            Some(body) if text[body.clone()].contains(&exercise.mark()) => {
                let line = text[..body.start].lines().count();
                place.get_or_insert(format!("{}:{line}  {}", hole.file, hole.path));
            }
            _ => return Ok(None),
        }
    }
    Ok(place)
}

/// Tells whether an open exercise has the course's own code, though the learner has not taken it. A learner may write
/// the same code, but does not remove the first line of the library.
fn is_restored(course: &Course, exercise: &Exercise) -> io::Result<bool> {
    let progress = Progress::read(&course.root)?;
    let library = root::read(&course.path(&format!("{}/src/lib.rs", exercise.package())))?;
    let is_open = progress.open() == Some(&exercise.id) && progress.state(&exercise.id).is_none();
    let Ok(ours) = pristine::texts(course, exercise) else { return Ok(false) };
    let mut is_same = true;
    for (hole, ours) in exercise.holes.iter().zip(&ours) {
        let mine = course.source(exercise, hole)?;
        is_same &= hole::function(&mine, &hole.path) == hole::function(ours, &hole.path);
    }
    Ok(is_open && is_same && !library.starts_with(ALLOW))
}
