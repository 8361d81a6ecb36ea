//! The results of the tests since an exercise was started: what failed at the last check runs first, and what has changed is said.

use std::collections::BTreeSet;
use std::io;

use super::course::Course;
use super::exercise::Exercise;
use super::lock::FOLDER;
use super::ran::Ran;
use super::snapshots;
use super::words::say;
use crate::root;

/// The beginning of the line of a test.
const FAILED: &str = "FAILED ";
pub const PASSED: &str = "passed ";

/// The beginning of the line of a test that has failed at any check.
pub const MISTAKE: &str = "mistake ";

/// Returns the tests that failed at the last check.
pub fn failed(course: &Course, exercise: &Exercise) -> Vec<String> {
    of_tests(&last(course, exercise), FAILED).map(str::to_owned).collect()
}

/// Returns the tests that have failed since the exercise was started.
pub fn mistakes(course: &Course, exercise: &Exercise) -> BTreeSet<String> {
    of_tests(&last(course, exercise), MISTAKE).map(str::to_owned).collect()
}

/// Keeps the results of a check, and says which tests have another one than at the last check.
pub fn keep(course: &Course, exercise: &Exercise, ran: &Ran) -> io::Result<()> {
    let last = last(course, exercise);
    let [failed, passed] = [FAILED, PASSED].map(|word| of_tests(&last, word).collect::<Vec<_>>());
    let (mut lines, mut changes) = (String::new(), Vec::new());
    for test in &ran.ended {
        let (word, before, now) =
            if test.passed { (PASSED, &failed, "passes now") } else { (FAILED, &passed, "fails now") };
        lines += &format!("{word}{}\n", test.name);
        if before.contains(&test.name.as_str()) {
            changes.push(format!("  {now}: {}", test.name));
        }
    }
    let now = ran.failed().map(|test| test.name.as_str());
    let mistakes: BTreeSet<_> = of_tests(&last, MISTAKE).chain(now).collect();
    mistakes.iter().for_each(|test| lines += &format!("{MISTAKE}{test}\n"));
    snapshots::write(&course.path(&path(exercise)), lines.as_bytes())?;
    // The tests have ended in any order.
    changes.sort();
    if changes.is_empty() { Ok(()) } else { say!("\nSince the last check:\n{}", changes.join("\n")) }
}

/// Returns what the last check has kept: nothing without a check.
fn last(course: &Course, exercise: &Exercise) -> String {
    root::read(&course.path(&path(exercise))).unwrap_or_default()
}

/// Returns the tests whose line begins with `word`.
fn of_tests<'a>(results: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    results.lines().filter_map(move |line| line.strip_prefix(word))
}

/// Returns the name of the file.
pub fn path(exercise: &Exercise) -> String {
    format!("{FOLDER}/results/{}", exercise.id)
}
