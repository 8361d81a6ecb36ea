//! [`Bench`]: the sources with at most one open exercise, and what has become of the others.

mod holes;

use std::io;

use super::change::Change;
use super::course::Course;
use super::exercise::Exercise;
use super::pristine;
use super::progress::{FILE, Progress};
use super::snapshots;
use super::words::say;
pub use holes::ALLOW;

/// A change of the sources and of the progress, to be made as one.
pub struct Bench<'a> {
    course: &'a Course,
    change: Change<'a>,
    pub progress: Progress,
    /// What to say when the change is made.
    words: Vec<String>,
    /// What is replaced that the learner has written, and that only the snapshot keeps.
    replaced: Vec<String>,
}

impl<'a> Bench<'a> {
    /// Waits for other commands, and reads the progress.
    ///
    /// # Errors
    /// If it cannot be read, or if no copy of the sources can be kept.
    pub fn of(course: &'a Course) -> io::Result<Bench<'a>> {
        let change = Change::new(&course.root)?;
        let progress = Progress::read(&course.root)?;
        pristine::keep(course, &progress)?;
        Ok(Bench { course, change, progress, words: Vec::new(), replaced: Vec::new() })
    }

    /// Reads the progress alone, also where nothing can be written.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn progress(course: &Course) -> io::Result<Progress> {
        // The copies of the sources are best kept before a learner edits one.
        Bench::of(course).map(|bench| bench.progress).or_else(|_| Progress::read(&course.root))
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

    /// Has `make` say nothing.
    pub fn in_silence(self) -> Bench<'a> {
        Bench { words: Vec::new(), replaced: Vec::new(), ..self }
    }

    /// Writes all that was changed, after a snapshot, and says what has become of a learner's work. Returns whether
    /// anything was changed.
    ///
    /// # Errors
    /// If a file cannot be written, or was changed meanwhile.
    pub fn make(self, reason: &str) -> io::Result<bool> {
        self.make_as(reason, "")
    }

    /// Does the same, but `undo` passes it over.
    ///
    /// # Errors
    /// As `make`.
    pub fn make_for_good(self, reason: &str) -> io::Result<bool> {
        self.make_as(reason, "-kept")
    }

    fn make_as(mut self, reason: &str, suffix: &str) -> io::Result<bool> {
        self.change.set(FILE, self.progress.text())?;
        let Bench { mut change, words, mut replaced, .. } = self;
        let snapshot = change.make(reason, suffix)?;
        drop(change);
        for line in words {
            say!("{line}\n")?;
        }
        replaced.dedup();
        if let Some(number) = snapshot.filter(|_| !replaced.is_empty()) {
            let replaced = replaced.join(", ");
            say!("Kept: {replaced}. `cargo workshop restore {number}` brings it back.\n")?;
        }
        Ok(snapshot.is_some())
    }

    /// Writes the progress alone, which needs no snapshot.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note(self) -> io::Result<()> {
        snapshots::write(&self.course.path(FILE), self.progress.text().as_bytes())
    }
}
