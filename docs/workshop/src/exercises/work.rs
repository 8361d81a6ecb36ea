//! Copies of what a learner has written, for exercises that are put away or solved.

use std::io;

use super::change::{Change, FOLDER};
use super::exercise::Exercise;
use super::hole;

/// Copies the files that have the holes of an exercise.
///
/// # Errors
/// If a file cannot be read.
pub fn keep(change: &mut Change<'_>, exercise: &Exercise) -> io::Result<()> {
    for hole in &exercise.holes {
        let mine = change.text(&hole.file)?.clone();
        *text(change, exercise, &hole.file)? = mine;
    }
    Ok(())
}

/// Returns the copy of a file. It is empty if there is none.
///
/// # Errors
/// If it cannot be read.
pub fn text<'a>(change: &'a mut Change<'_>, exercise: &Exercise, file: &str) -> io::Result<&'a mut String> {
    change.text(&format!("{FOLDER}/work/{}/{file}", exercise.id))
}

/// Returns the bodies in the copies, or `None` if one is missing.
///
/// # Errors
/// If a copy cannot be read.
pub fn bodies(change: &mut Change<'_>, exercise: &Exercise) -> io::Result<Option<Vec<String>>> {
    let mut bodies = Vec::new();
    for hole in &exercise.holes {
        let text = text(change, exercise, &hole.file)?;
        bodies.push(hole::body(text, &hole.path).map(|body| text[body].to_owned()));
    }
    Ok(bodies.into_iter().collect())
}
