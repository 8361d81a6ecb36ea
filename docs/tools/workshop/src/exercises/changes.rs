//! `changes`: what is different from the last check.

use std::io;

use super::check::chosen;
use super::course::Course;
use super::exercise::{Exercise, Hole};
use super::hole;
use super::lock::FOLDER;
use super::snapshots;
use super::words::{BOLD, say};
use crate::diff;
use crate::root;

/// Keeps what a check has tested.
///
/// # Errors
/// If a file cannot be written.
pub fn keep(course: &Course, exercise: &Exercise, tested: &[String]) -> io::Result<()> {
    let write = |hole: &Hole, text: &str| {
        snapshots::write(&course.path(&path(exercise, &hole.file)), text.as_bytes())
    };
    exercise.holes.iter().zip(tested).try_for_each(|(hole, text)| write(hole, text))
}

/// Shows what has changed in an exercise, or in the open one, since it was checked.
///
/// # Errors
/// If there is no such exercise, if none is open, or if it has not been checked yet.
pub fn changes(course: &Course, id: Option<&str>) -> io::Result<()> {
    let exercise = chosen(course, id)?;
    let mut is_changed = false;
    for hole in &exercise.holes {
        let checked = root::read(&course.path(&path(exercise, &hole.file)));
        let checked =
            checked.map_err(|_| root::not_found(format!("{} has not been checked yet", exercise.id)))?;
        let pair = [checked, course.source(exercise, hole)?].map(|text| hole::function(&text, &hole.path));
        let [Some(then), Some(now)] = pair else { return Err(hole.missing()) };
        if then != now {
            is_changed = true;
            diff::show_two(&format!("\n{}, at the last check and now", hole.file), &then, &now)?;
        }
    }
    if is_changed {
        return Ok(());
    }
    say!("{BOLD}Nothing{BOLD:#} has changed since the last check of {}.", exercise.id)
}

fn path(exercise: &Exercise, file: &str) -> String {
    format!("{FOLDER}/checked/{}/{file}", exercise.id)
}
