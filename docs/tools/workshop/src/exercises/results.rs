//! What came of tests: of a run, and of the checks since an exercise was started. What failed at the last
//! check runs first, and what has changed since then is said.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::store::{self, FOLDER};
use super::words::say;
use crate::root;

/// The beginning of the line of a test.
const FAILED: &str = "FAILED ";
pub const PASSED: &str = "passed ";

/// The beginning of the line of a test that has failed at any check.
pub const MISTAKE: &str = "mistake ";

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct Ran {
    /// The tests that ended, in the order in which they did.
    pub ended: Vec<Ended>,
    /// The number of tests that had not ended when the run was given up.
    pub not_run: usize,
    /// The time that it took, as on a machine that has nothing else to do.
    pub time: Duration,
}

/// A test that ended.
#[derive(Debug)]
pub struct Ended {
    /// The program of the test, and its path: `parts::queue::a_getter_waits`.
    pub name: String,
    pub passed: bool,
    /// The end of its process, if the test itself had none. Empty if it had.
    pub end: String,
    /// The text that it printed.
    pub output: String,
    /// The time that it took, as on a machine that has nothing else to do.
    pub time: Duration,
}

impl Ran {
    /// Tells whether there were tests, and none of them failed.
    pub fn is_green(&self) -> bool {
        !self.ended.is_empty() && self.failed().next().is_none()
    }

    /// Returns the tests that failed.
    pub fn failed(&self) -> impl Iterator<Item = &Ended> {
        self.ended.iter().filter(|test| !test.passed)
    }

    /// Returns how many tests passed.
    pub fn passed(&self) -> usize {
        self.ended.iter().filter(|test| test.passed).count()
    }

    /// Returns how many tests passed, and how many did not.
    pub fn counts(&self) -> String {
        let counts = format!("{} passed, {} failed", self.passed(), self.failed().count());
        if self.not_run == 0 { counts } else { format!("{counts}, {} not run", self.not_run) }
    }
}

/// Returns the tests that failed at the last check.
pub fn failed(root: &Path, id: &str) -> Vec<String> {
    of_tests(&last(root, id), FAILED).map(str::to_owned).collect()
}

/// Returns the tests that have failed since the exercise was started.
pub fn mistakes(root: &Path, id: &str) -> BTreeSet<String> {
    of_tests(&last(root, id), MISTAKE).map(str::to_owned).collect()
}

/// Keeps the results of a check, and says which tests have another one than at the last check.
pub fn keep(root: &Path, id: &str, ran: &Ran) -> io::Result<()> {
    let last = last(root, id);
    let (mut lines, mut changes) = (String::new(), Vec::new());
    for Ended { name, passed, .. } in &ran.ended {
        let (word, before, now) =
            if *passed { (PASSED, FAILED, "passes now") } else { (FAILED, PASSED, "fails now") };
        lines += &format!("{word}{name}\n");
        if of_tests(&last, before).any(|test| test == name) {
            changes.push(format!("  {now}: {name}"));
        }
    }
    let now = ran.failed().map(|test| test.name.as_str());
    let mistakes: BTreeSet<_> = of_tests(&last, MISTAKE).chain(now).collect();
    mistakes.iter().for_each(|test| lines += &format!("{MISTAKE}{test}\n"));
    store::write(&root.join(path(id)), lines.as_bytes())?;
    // The tests have ended in any order.
    changes.sort();
    if changes.is_empty() { Ok(()) } else { say!("\nSince the last check:\n{}", changes.join("\n")) }
}

/// Returns what the last check has kept: nothing without a check.
fn last(root: &Path, id: &str) -> String {
    root::read(&root.join(path(id))).unwrap_or_default()
}

/// Returns the tests whose line begins with `word`.
fn of_tests<'a>(results: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    results.lines().filter_map(move |line| line.strip_prefix(word))
}

/// Returns the name of the file.
pub fn path(id: &str) -> String {
    format!("{FOLDER}/results/{id}")
}
