//! `changes`: what is different from the last check: the code, and the results of the tests.

use std::io;

use super::check::chosen;
use super::course::Course;
use super::exercise::Exercise;
use super::hole;
use super::lock::FOLDER;
use super::ran::Ran;
use super::snapshots;
use super::words::{BOLD, say};
use crate::diff;
use crate::root;

/// The file of the tests' results, and how its lines begin.
const RESULTS: &str = "RESULTS";
const FAILED: &str = "FAILED ";
const PASSED: &str = "passed ";

/// Keeps what a check has tested, and what came of it. Says which tests have another result than at the last check.
///
/// # Errors
/// If a file cannot be written, or if stdout is closed.
pub fn keep(course: &Course, exercise: &Exercise, tested: &[String], ran: &Ran) -> io::Result<()> {
    for (hole, text) in exercise.holes.iter().zip(tested) {
        snapshots::write(&course.path(&path(exercise, &hole.file)), text.as_bytes())?;
    }
    let [failed, passed] = [FAILED, PASSED].map(|word| results(course, exercise, word));
    let fixed = ran.passed.iter().filter(|name| failed.contains(name));
    let broken = ran.failed().filter(|name| passed.contains(name));
    let fixed = fixed.map(|name| format!("  passes now: {name}"));
    let mut changes: Vec<_> = fixed.chain(broken.map(|name| format!("  fails now: {name}"))).collect();
    let failed = ran.failed().map(|name| format!("{FAILED}{name}\n"));
    let passed = ran.passed.iter().map(|name| format!("{PASSED}{name}\n"));
    let text: String = failed.chain(passed).collect();
    snapshots::write(&course.path(&path(exercise, RESULTS)), text.as_bytes())?;
    // The tests have ended in any order.
    changes.sort();
    if changes.is_empty() { Ok(()) } else { say!("\nSince the last check:\n{}", changes.join("\n")) }
}

/// Returns the tests that failed in the last check.
pub fn failed(course: &Course, exercise: &Exercise) -> Vec<String> {
    results(course, exercise, FAILED)
}

/// Returns the tests whose result in the last check begins with `word`. Without a check, there are none.
fn results(course: &Course, exercise: &Exercise, word: &str) -> Vec<String> {
    let text = root::read(&course.path(&path(exercise, RESULTS))).unwrap_or_default();
    text.lines().filter_map(|line| line.strip_prefix(word)).map(str::to_owned).collect()
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
