//! [`Ran`]: what came of the tests.

use std::time::Duration;

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
    /// The file of the test, and its path: `queue::a_getter_waits`.
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
        !self.ended.is_empty() && !self.has_failed()
    }

    /// Tells whether a test failed.
    pub fn has_failed(&self) -> bool {
        self.failed().next().is_some()
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
