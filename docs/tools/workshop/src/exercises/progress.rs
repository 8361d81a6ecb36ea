//! [`Progress`]: what a learner has done, as text.
//!
//! A line has a word and the ID of an exercise: `open s1-queue`. A line that this version of the course does not
//! understand stays as it is.

use std::io;
use std::path::Path;

use super::lock::FOLDER;
use super::snapshots;

/// The file, which snapshots keep together with the sources.
pub const FILE: &str = ".workshop/progress";

/// Returns the name of the copy of a source, for an exercise that is put away or solved.
pub fn copy(id: &str, file: &str) -> String {
    format!("{FOLDER}/work/{id}/{file}")
}

/// The state of an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Its tests pass with the learner's code.
    Solved,
    /// The solution was taken for it.
    Given,
    /// It was begun, and put away for another one.
    Begun,
}

/// The exercises that a learner has met.
#[derive(Debug, Default)]
pub struct Progress {
    lines: Vec<String>,
}

impl Progress {
    /// Reads the file. What is no UTF-8 in it does not count.
    pub fn read(root: &Path) -> io::Result<Progress> {
        Ok(Progress::parse(&snapshots::read(&root.join(FILE))?.unwrap_or_default()))
    }

    /// Parses the bytes of the file.
    pub fn parse(bytes: &[u8]) -> Progress {
        Progress { lines: String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect() }
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Returns the ID of the open exercise.
    pub fn open(&self) -> Option<&str> {
        self.lines.iter().find_map(|line| line.strip_prefix("open "))
    }

    /// Opens an exercise in place of the one that is open.
    pub fn set_open(&mut self, id: &str) {
        self.lines.retain(|line| !line.starts_with("open "));
        self.lines.push(format!("open {id}"));
    }

    /// Returns what has become of an exercise.
    pub fn state(&self, id: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| self.lines.contains(&format!("{} {id}", state.word())))
    }

    /// Tells whether an exercise needs no more work.
    pub fn is_done(&self, id: &str) -> bool {
        self.state(id).is_some_and(|state| state != State::Begun)
    }

    /// Sets what has become of an exercise.
    pub fn set_state(&mut self, id: &str, state: Option<State>) {
        let old = State::ALL.map(|state| format!("{} {id}", state.word()));
        self.lines.retain(|line| !old.contains(line));
        self.lines.extend(state.map(|state| format!("{} {id}", state.word())));
    }

    /// Returns the IDs of the exercises that are solved.
    pub fn solved(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| line.strip_prefix("solved "))
    }

    /// Returns how many hints were given.
    pub fn hints(&self, id: &str) -> usize {
        let prefix = format!("hints {id} ");
        self.lines.iter().find_map(|line| line.strip_prefix(&prefix)?.parse().ok()).unwrap_or(0)
    }

    /// Sets how many hints were given.
    pub fn set_hints(&mut self, id: &str, count: usize) {
        let prefix = format!("hints {id} ");
        self.lines.retain(|line| !line.starts_with(&prefix));
        self.lines.push(format!("{prefix}{count}"));
    }
}

impl State {
    const ALL: [State; 3] = [State::Solved, State::Given, State::Begun];

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            State::Solved => "solved",
            State::Given => "given",
            State::Begun => "begun",
        }
    }
}
