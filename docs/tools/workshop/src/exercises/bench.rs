//! [`Bench`]: the sources with at most one open exercise, and what has become of the others.

mod holes;

use std::collections::btree_map::{BTreeMap, Entry};
use std::fs::{self, File};
use std::io;

use super::course::Course;
use super::git::{self, Files};
use super::progress::{FILE, Progress};
use super::words::{DIM, say};
use super::{pristine, snapshots, store};
use crate::root::{about, with_help};

/// A change of the sources and of the progress, to be made as one, under a lock, and only after a snapshot.
pub struct Bench<'a> {
    pub course: &'a Course,
    pub progress: Progress,
    /// The new bytes of each file, `None` if there is to be no file.
    edits: BTreeMap<String, Option<Vec<u8>>>,
    /// The lines to say when the change is made.
    pub words: Vec<String>,
    _lock: File,
}

impl<'a> Bench<'a> {
    /// Waits for other commands, and reads the progress.
    pub fn of(course: &'a Course) -> io::Result<Bench<'a>> {
        let _lock = store::lock(&course.root)?;
        git::init(&course.root)?;
        let progress = Progress::read(&course.root)?;
        Ok(Bench { course, progress, edits: BTreeMap::new(), words: Vec::new(), _lock })
    }

    /// Returns the new bytes of a file. They begin as those that the file has now.
    pub fn bytes(&mut self, file: &str) -> io::Result<&mut Option<Vec<u8>>> {
        Ok(match self.edits.entry(file.to_owned()) {
            Entry::Occupied(edit) => edit.into_mut(),
            Entry::Vacant(edit) => edit.insert(store::read(&self.course.path(file))?),
        })
    }

    /// Returns the new text of a file. What is no UTF-8 is replaced by U+FFFD; without a file, it is empty.
    fn text(&mut self, file: &str) -> io::Result<String> {
        Ok(String::from_utf8_lossy(self.bytes(file)?.as_deref().unwrap_or_default()).into_owned())
    }

    /// Sets the new text of a file.
    fn set(&mut self, file: &str, text: String) -> io::Result<()> {
        *self.bytes(file)? = Some(text.into_bytes());
        Ok(())
    }

    /// Leaves the open exercise if the course no longer has it, because a pull has renamed or removed it. Says so, and puts the
    /// course's text in its holes.
    pub fn leave_what_is_gone(course: &Course) -> io::Result<()> {
        let gone = |progress: &Progress| {
            progress.open().filter(|open| course.get(open).is_none()).map(str::to_owned)
        };
        if gone(&Progress::read(&course.root)?).is_none() {
            return Ok(());
        }
        let mut bench = Bench::of(course)?;
        let Some(id) = gone(&bench.progress) else { return Ok(()) };
        bench.progress.set_open(None);
        let what =
            "is no longer in the course: an update has renamed or removed it. What you have written is kept";
        bench.words.push(format!("The exercise {id} {what}."));
        if let Some(gone) = pristine::gone(course, &id).filter(|_| !bench.progress.is_solved(&id)) {
            for hole in &gone.holes {
                let text = bench.text(&hole.file)?;
                // If the function is gone as well, no hole is left to fill.
                let solution = pristine::text(course, &gone, &hole.file).unwrap_or_default();
                if let Some(filled) = hole.transplant(&solution, &text) {
                    bench.set(&hole.file, filled)?;
                }
            }
        }
        bench.make(&format!("leave {id}")).map(drop)
    }

    /// Makes the change, and says what has become of a learner's work. Returns whether anything was changed.
    pub fn make(mut self, reason: &str) -> io::Result<bool> {
        let is_changed = !self.changed()?.is_empty();
        let snapshot = is_changed.then(|| self.write(reason)).transpose()?;
        self.words.iter().try_for_each(|line| say!("{line}\n"))?;
        if let Some(number) = snapshot {
            say!("{DIM}Kept first: `cargo workshop restore {number}` brings back what was here.{DIM:#}\n")?;
        }
        Ok(is_changed)
    }

    /// Returns the files whose bytes are new, the progress included, each with the bytes that it has now.
    fn changed(&mut self) -> io::Result<Files<'_>> {
        self.set(FILE, self.progress.text())?;
        let mut changed = Vec::new();
        for (file, new) in &self.edits {
            let now = store::read(&self.course.path(file))?;
            changed.extend((now != *new).then_some((file.as_str(), now)));
        }
        Ok(changed)
    }

    /// Takes a snapshot, and then writes every file whose bytes are new. Returns the number of the snapshot.
    ///
    /// # Errors
    /// If the snapshot fails: then nothing is written. If a file cannot be written: then the snapshot has those that were.
    pub fn write(&mut self, reason: &str) -> io::Result<usize> {
        let course = self.course;
        let changed = self.changed()?;
        let number = snapshots::take(&course.root, reason, &changed)?;
        let files: Vec<_> = changed.into_iter().map(|(file, _)| file.to_owned()).collect();
        // The progress comes last, because a kill may cut this short.
        for file in files.iter().rev() {
            let path = course.path(file);
            let done = match &self.edits[file] {
                Some(bytes) => store::write(&path, bytes),
                None => fs::remove_file(&path).map_err(|error| about(&path, &error)),
            };
            let help = format!("`cargo workshop restore {number}` takes back what was written");
            done.map_err(|error| with_help(&error, &help))?;
        }
        Ok(number)
    }

    /// Writes the progress alone, which needs no snapshot.
    pub fn note(self) -> io::Result<()> {
        store::write(&self.course.path(FILE), self.progress.text().as_bytes())
    }
}
