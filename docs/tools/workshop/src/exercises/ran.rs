//! [`Ran`]: what came of the tests.

use std::time::Duration;

/// What came of a run.
#[derive(Debug, Default)]
pub struct Ran {
    /// The names of the tests that passed.
    pub passed: Vec<String>,
    /// In the order in which they ended.
    pub failed: Vec<Failed>,
    /// The tests that had not ended when the run was given up.
    pub hung: Vec<String>,
    /// How many tests had not ended when another one ended the process, or when the time was over.
    pub not_run: usize,
    /// How long it took, as on a machine that has nothing else to do.
    pub time: Duration,
}

/// A test that failed.
#[derive(Debug, Clone)]
pub struct Failed {
    /// Its file and its path: `queue::a_getter_waits`.
    pub name: String,
    /// How the process ended, if this test has ended it. Empty if not.
    pub end: String,
    /// What it printed.
    pub output: String,
}

impl Ran {
    /// Tells whether there were tests, and none of them failed.
    pub fn is_green(&self) -> bool {
        !self.passed.is_empty() && !self.has_failed()
    }

    /// Tells whether a test failed.
    pub fn has_failed(&self) -> bool {
        !self.failed.is_empty() || !self.hung.is_empty()
    }

    /// Returns the names of the tests that failed or hung.
    pub fn failed(&self) -> impl Iterator<Item = &String> {
        self.failed.iter().map(|failed| &failed.name).chain(&self.hung)
    }

    /// Adds what came of another run.
    pub fn add(&mut self, other: Ran) {
        self.passed.extend(other.passed);
        self.failed.extend(other.failed);
        self.hung.extend(other.hung);
        self.not_run += other.not_run;
        self.time += other.time;
    }

    /// Returns how many tests passed, and how many did not.
    pub fn counts(&self) -> String {
        let counts =
            format!("{} passed, {} failed, {} hung", self.passed.len(), self.failed.len(), self.hung.len());
        if self.not_run == 0 { counts } else { format!("{counts}, {} not run", self.not_run) }
    }
}
