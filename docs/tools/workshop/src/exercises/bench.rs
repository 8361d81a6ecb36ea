//! [`Bench`]: the sources with at most one open exercise, and what has become of the others.

mod holes;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;

use super::course::Course;
use super::git;
use super::progress::{FILE, Progress};
use super::words::{DIM, say};
use super::{pristine, snapshots, store};
use crate::root::{about, with_help};

/// A change of the sources and of the progress, to be made as one, under a lock, and only after a snapshot.
pub struct Bench<'a> {
    pub course: &'a Course,
    pub progress: Progress,
    /// The bytes of each file before and after the change, `None` if there is no file.
    edits: BTreeMap<String, [Option<Vec<u8>>; 2]>,
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
        if !self.edits.contains_key(file) {
            let before = store::read(&self.course.path(file))?;
            self.edits.insert(file.to_owned(), [before.clone(), before]);
        }
        Ok(self.edits.get_mut(file).map(|[_, after]| after).expect("it has just been inserted"))
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
        self.settle()?;
        let snapshot = (!self.edits.is_empty()).then(|| self.write(reason)).transpose()?;
        self.words.iter().try_for_each(|line| say!("{line}\n"))?;
        if let Some(number) = snapshot {
            say!("{DIM}Kept first: `cargo workshop restore {number}` brings back what was here.{DIM:#}\n")?;
        }
        Ok(snapshot.is_some())
    }

    /// Leaves the files whose bytes are new, the progress included.
    fn settle(&mut self) -> io::Result<()> {
        self.set(FILE, self.progress.text())?;
        self.edits.retain(|_, [before, after]| before != after);
        Ok(())
    }

    /// Takes a snapshot, and then writes every file whose bytes are new. Returns the number of the snapshot.
    ///
    /// # Errors
    /// If the snapshot fails: then nothing is written. If a file was changed meanwhile, or cannot be written: then the snapshot
    /// has those that were.
    pub fn write(&mut self, reason: &str) -> io::Result<usize> {
        self.settle()?;
        let before = self.edits.iter().map(|(file, [before, _])| (file.as_str(), before.clone())).collect();
        let number = snapshots::take(&self.course.root, reason, &before)?;
        // The progress comes last, because a kill may cut this short.
        for (file, [before, after]) in self.edits.iter().rev() {
            let path = self.course.path(file);
            let done = match after {
                // An editor and git know nothing of the lock.
                _ if store::read(&path)? != *before => {
                    Err(io::Error::other(format!("{file} was changed meanwhile")))
                }
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
