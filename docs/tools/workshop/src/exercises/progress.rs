//! [`Progress`]: what a learner has done, as text.
//!
//! A line has a word and the ID of an exercise: `open s1-queue`, or `hint s1-queue` for each hint. A line that
//! this version of the course does not understand stays as it is.

use std::io;
use std::path::Path;

use super::store;

/// The file, which snapshots keep together with the sources.
pub const FILE: &str = ".workshop/progress";

/// The state of an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Its tests pass with the learner's code.
    Solved,
    /// The solution was taken for it.
    Given,
}

/// The exercises that a learner has met.
#[derive(Debug, Default)]
pub struct Progress {
    lines: Vec<String>,
}

impl Progress {
    /// Reads the file. What is no UTF-8 in it does not count.
    pub fn read(root: &Path) -> io::Result<Progress> {
        Ok(Progress::parse(&store::read(&root.join(FILE))?.unwrap_or_default()))
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
        self.after("open ").next()
    }

    /// Opens an exercise, or none, in place of the one that is open.
    pub fn set_open(&mut self, id: Option<&str>) {
        self.lines.retain(|line| !line.starts_with("open "));
        self.lines.extend(id.map(|id| format!("open {id}")));
    }

    /// Returns what has become of an exercise.
    pub fn state(&self, id: &str) -> Option<State> {
        [State::Solved, State::Given].into_iter().find(|state| self.lines.contains(&state.line(id)))
    }

    /// Tells whether an exercise is solved.
    pub fn is_solved(&self, id: &str) -> bool {
        self.state(id) == Some(State::Solved)
    }

    /// Sets what has become of an exercise.
    pub fn set_state(&mut self, id: &str, state: Option<State>) {
        self.lines.retain(|line| ![State::Solved, State::Given].map(|old| old.line(id)).contains(line));
        self.lines.extend(state.map(|state| state.line(id)));
    }

    /// Returns the IDs of the exercises that are solved.
    pub fn solved(&self) -> impl Iterator<Item = &str> {
        self.after("solved ")
    }

    /// Adds a hint, and returns how many were given.
    pub fn add_hint(&mut self, id: &str) -> usize {
        self.lines.push(format!("hint {id}"));
        self.after("hint ").filter(|hint| *hint == id).count()
    }

    /// Records that a test of an exercise has failed.
    pub fn add_failed(&mut self, id: &str, test: &str) {
        if !self.has_failed(id, test) {
            self.lines.push(format!("failed {id} {test}"));
        }
    }

    /// Tells whether a test of an exercise has failed before.
    pub fn has_failed(&self, id: &str, test: &str) -> bool {
        self.after("failed ").any(|failed| failed.split_once(' ') == Some((id, test)))
    }

    fn after<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines.iter().filter_map(move |line| line.strip_prefix(prefix))
    }
}

impl State {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            State::Solved => "solved",
            State::Given => "given",
        }
    }

    fn line(self, id: &str) -> String {
        format!("{} {id}", self.word())
    }
}
