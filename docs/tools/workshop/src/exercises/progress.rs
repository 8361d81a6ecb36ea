//! [`Progress`]: what a learner has done, as text.
//!
//! A line has a word and the ID of an exercise: `open s1-queue`. A line that this version of the course does
//! not understand stays as it is.

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
    /// The learner has written something, and put it away for another exercise.
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

    /// Opens an exercise in place of the one that is open.
    pub fn set_open(&mut self, id: &str) {
        self.replace(|line| line.starts_with("open "), Some(format!("open {id}")));
    }

    /// Returns what has become of an exercise.
    pub fn state(&self, id: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| self.lines.contains(&state.line(id)))
    }

    /// Tells whether an exercise needs no more work.
    pub fn is_done(&self, id: &str) -> bool {
        self.state(id).is_some_and(|state| state != State::Begun)
    }

    /// Tells whether an exercise is solved.
    pub fn is_solved(&self, id: &str) -> bool {
        self.state(id) == Some(State::Solved)
    }

    /// Sets what has become of an exercise.
    pub fn set_state(&mut self, id: &str, state: Option<State>) {
        let old = State::ALL.map(|state| state.line(id));
        self.replace(|line| old.iter().any(|old| old == line), state.map(|state| state.line(id)));
    }

    /// Returns the IDs of the exercises that are solved.
    pub fn solved(&self) -> impl Iterator<Item = &str> {
        self.after("solved ")
    }

    /// Returns how many hints were given.
    pub fn hints(&self, id: &str) -> usize {
        self.after(&format!("hints {id} ")).find_map(|count| count.parse().ok()).unwrap_or(0)
    }

    /// Sets how many hints were given.
    pub fn set_hints(&mut self, id: &str, count: usize) {
        let prefix = format!("hints {id} ");
        self.replace(|line| line.starts_with(&prefix), Some(format!("{prefix}{count}")));
    }

    fn after<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines.iter().filter_map(move |line| line.strip_prefix(prefix))
    }

    fn replace(&mut self, is_old: impl Fn(&str) -> bool, new: Option<String>) {
        self.lines.retain(|line| !is_old(line));
        self.lines.extend(new);
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

    fn line(self, id: &str) -> String {
        format!("{} {id}", self.word())
    }
}
