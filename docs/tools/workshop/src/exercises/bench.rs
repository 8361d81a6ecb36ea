//! [`Bench`]: the sources with at most one open exercise, and what has become of the others.

mod holes;

use std::io;

use super::change::Change;
use super::course::Course;
use super::exercise::Exercise;
use super::progress::{FILE, Progress};
use super::snapshots;
use super::words::{DIM, say};
pub use holes::ALLOW;

/// A change of the sources and of the progress, to be made as one.
pub struct Bench<'a> {
    course: &'a Course,
    change: Change<'a>,
    pub progress: Progress,
    /// What to say when the change is made.
    words: Vec<String>,
}

impl<'a> Bench<'a> {
    /// Waits for other commands, and reads the progress.
    ///
    /// # Errors
    /// If it cannot be read, or if the workspace cannot be written to.
    pub fn of(course: &'a Course) -> io::Result<Bench<'a>> {
        let change = Change::new(&course.root)?;
        Ok(Bench { course, change, progress: Progress::read(&course.root)?, words: Vec::new() })
    }

    /// Adds a line to what is said when the change is made.
    pub fn say(&mut self, line: String) {
        self.words.push(line);
    }

    /// Says instead of failing that an exercise stays as it is, so that it blocks no other one.
    ///
    /// # Errors
    /// If something else is wrong than that its solution is not known.
    pub fn or_say(&mut self, exercise: &Exercise, result: io::Result<()>) -> io::Result<()> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.say(format!("{} stays as it is. {error}", exercise.id));
                Ok(())
            }
            result => result,
        }
    }

    /// Writes all that was changed, after a snapshot, and says what has become of a learner's work. Returns whether
    /// anything was changed.
    ///
    /// # Errors
    /// If a file cannot be written, or was changed meanwhile.
    pub fn make(mut self, reason: &str) -> io::Result<bool> {
        self.change.set(FILE, self.progress.text())?;
        let snapshot = self.change.make(reason, false)?;
        self.words.iter().try_for_each(|line| say!("{line}\n"))?;
        if let Some(number) = snapshot {
            say!("{DIM}Kept first: `cargo workshop restore {number}` brings back what was here.{DIM:#}\n")?;
        }
        Ok(snapshot.is_some())
    }

    /// Writes all that was changed, after a snapshot that `undo` passes over.
    ///
    /// # Errors
    /// As `make`.
    pub fn make_for_good(mut self, reason: &str) -> io::Result<()> {
        self.change.set(FILE, self.progress.text())?;
        self.change.make(reason, true).map(drop)
    }

    /// Writes the progress alone, which needs no snapshot.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note(self) -> io::Result<()> {
        snapshots::write(&self.course.path(FILE), self.progress.text().as_bytes())
    }
}
