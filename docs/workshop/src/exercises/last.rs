//! [`Last`]: what the last check of an exercise tested, and what came of it.

use std::io;

use super::course::Course;
use super::exercise::{Exercise, Hole};
use super::lock::FOLDER;
use super::ran::Ran;
use super::snapshots;
use super::words::{BOLD, say};
use crate::diff;
use crate::exercises::check::chosen;
use crate::exercises::hole;
use crate::root;

const FAILED: &str = "FAILED ";
const PASSED: &str = "passed ";

/// The tests that ran. Without a check, there are none.
#[derive(Default)]
pub struct Last {
    pub failed: Vec<String>,
    passed: Vec<String>,
}

impl Last {
    /// Reads what the last check has kept.
    pub fn of(course: &Course, exercise: &Exercise) -> Last {
        let text = root::read(&course.path(&path(exercise, "RESULTS"))).unwrap_or_default();
        let names =
            |word| text.lines().filter_map(|line| line.strip_prefix(word)).map(str::to_owned).collect();
        Last { failed: names(FAILED), passed: names(PASSED) }
    }

    /// Keeps in its place what a check has tested, and what came of it. Says which tests have another result now.
    ///
    /// # Errors
    /// If a file cannot be written, or if stdout is closed.
    pub fn keep(
        &self,
        course: &Course,
        exercise: &Exercise,
        sources: &[String],
        ran: &Ran,
    ) -> io::Result<()> {
        for (hole, source) in exercise.holes.iter().zip(sources) {
            snapshots::write(&course.path(&path(exercise, &hole.file)), source.as_bytes())?;
        }
        let failed = ran.failed().map(|name| format!("{FAILED}{name}\n"));
        let passed = ran.passed.iter().map(|name| format!("{PASSED}{name}\n"));
        let text: String = failed.chain(passed).collect();
        snapshots::write(&course.path(&path(exercise, "RESULTS")), text.as_bytes())?;
        let fixed = ran.passed.iter().filter(|name| self.failed.contains(name));
        let broken = ran.failed().filter(|name| self.passed.contains(name));
        let fixed = fixed.map(|name| format!("  passes now: {name}"));
        let mut changes: Vec<_> = fixed.chain(broken.map(|name| format!("  fails now: {name}"))).collect();
        // They have ended in any order.
        changes.sort();
        if changes.is_empty() { Ok(()) } else { say!("\nSince the last check:\n{}", changes.join("\n")) }
    }
}

/// Shows what has changed in an exercise, or in the open one, since it was checked.
///
/// # Errors
/// If there is no such exercise, if none is open, or if it has not been checked yet.
pub fn changes(course: &Course, id: Option<&str>) -> io::Result<()> {
    let exercise = chosen(course, id)?;
    let mut is_changed = false;
    for hole in &exercise.holes {
        let Some([then, now]) = functions(course, exercise, hole)? else { continue };
        is_changed = true;
        diff::show_two(&format!("\n{}, at the last check and now", hole.file), &then, &now)?;
    }
    if is_changed {
        Ok(())
    } else {
        say!("{BOLD}Nothing{BOLD:#} has changed since the last check of {}.", exercise.id)
    }
}

/// Returns a function with a hole as it was checked and as it is now. Returns `None` if it is the same.
fn functions(course: &Course, exercise: &Exercise, hole: &Hole) -> io::Result<Option<[String; 2]>> {
    let checked = root::read(&course.path(&path(exercise, &hole.file)));
    let checked =
        checked.map_err(|_| root::not_found(format!("{} has not been checked yet", exercise.id)))?;
    let pair = [checked, course.source(exercise, hole)?].map(|text| hole::function(&text, &hole.path));
    let [Some(then), Some(now)] = pair else { return Err(hole.missing()) };
    Ok((then != now).then_some([then, now]))
}

fn path(exercise: &Exercise, file: &str) -> String {
    format!("{FOLDER}/checked/{}/{file}", exercise.id)
}
