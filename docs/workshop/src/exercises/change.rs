//! [`Change`]: files are changed together, under a lock, and only after a snapshot of them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::lock::Lock;
use super::snapshots::{self, Snapshot, Staged};
use crate::root::about;

/// New bytes for files, which nothing has been done with yet.
pub struct Change<'a> {
    root: &'a Path,
    files: BTreeMap<String, Edit>,
    _lock: Lock,
}

/// The bytes of a file, `None` if there is no file.
struct Edit {
    before: Option<Vec<u8>>,
    after: Option<Vec<u8>>,
}

impl<'a> Change<'a> {
    /// Waits until no other command changes something.
    ///
    /// # Errors
    /// If the workspace cannot be written to.
    pub fn new(root: &'a Path) -> io::Result<Change<'a>> {
        Ok(Change { root, files: BTreeMap::new(), _lock: Lock::take(root)? })
    }

    /// Returns the new bytes of a file. They begin as those that the file has now.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn bytes(&mut self, file: &str) -> io::Result<&mut Option<Vec<u8>>> {
        if !self.files.contains_key(file) {
            let before = snapshots::read(&self.root.join(file))?;
            self.files.insert(file.to_owned(), Edit { after: before.clone(), before });
        }
        Ok(self.files.get_mut(file).map(|edit| &mut edit.after).expect("it has just been inserted"))
    }

    /// Returns the new text of a file. What is no UTF-8 is replaced by U+FFFD; without a file, it is empty.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn text(&mut self, file: &str) -> io::Result<String> {
        Ok(String::from_utf8_lossy(self.bytes(file)?.as_deref().unwrap_or_default()).into_owned())
    }

    /// Sets the new text of a file.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn set(&mut self, file: &str, text: String) -> io::Result<()> {
        *self.bytes(file)? = Some(text.into_bytes());
        Ok(())
    }

    /// Takes a snapshot, and then writes every file whose bytes are new. Returns the number of the snapshot, or
    /// `None` if nothing is new. If the suffix is not empty, `undo` passes the snapshot over. Other commands wait
    /// until the change is dropped.
    ///
    /// # Errors
    /// If a file is read-only, or was changed meanwhile: then nothing is written. If a file cannot be written: then
    /// `undo` brings back those that were.
    pub fn make(&mut self, reason: &str, suffix: &str) -> io::Result<Option<usize>> {
        self.files.retain(|_, edit| edit.before != edit.after);
        if self.files.is_empty() {
            return Ok(None);
        }
        let mut staged = Vec::new();
        for (file, edit) in &self.files {
            let new = edit.after.as_ref().map(|bytes| Staged::new(&self.root.join(file), bytes));
            staged.push(new.transpose().map_err(|error| with(&error, "nothing was changed"))?);
        }
        let before = self.files.iter().map(|(file, edit)| (file.as_str(), edit.before.as_deref()));
        let snapshot = snapshots::take(self.root, suffix, reason, before)?;
        self.check(&snapshot)?;
        for (file, staged) in self.files.keys().zip(staged) {
            let path = self.root.join(file);
            let done = match staged {
                Some(staged) => staged.finish(&path),
                None => fs::remove_file(&path).map_err(|error| about(&path, &error)),
            };
            let help = format!("`cargo workshop restore {}` takes back what was written", snapshot.number);
            done.map_err(|error| with(&error, &help))?;
        }
        Ok(Some(snapshot.number))
    }

    /// Looks once more at the files, because an editor and git know nothing of the lock.
    fn check(&self, snapshot: &Snapshot) -> io::Result<()> {
        for (file, edit) in &self.files {
            if snapshots::read(&self.root.join(file))? != edit.before {
                snapshot.use_up()?;
                return Err(io::Error::other(format!("{file} was changed meanwhile: nothing was written")));
            }
        }
        Ok(())
    }
}

/// Returns an error that also says what it means.
fn with(error: &io::Error, what: &str) -> io::Error {
    io::Error::new(error.kind(), format!("{error}; {what}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::{env, fs, process};

    use super::Change;
    use crate::exercises::snapshots;

    #[test]
    fn a_file_that_was_changed_meanwhile_stays() {
        let root = env::temp_dir().join(format!("changed-meanwhile-{}", process::id()));
        fs::create_dir_all(&root).unwrap();
        ["a", "b"].iter().for_each(|file| fs::write(root.join(file), "old").unwrap());
        let mut change = Change::new(&root).unwrap();
        ["a", "b"].iter().for_each(|file| change.set(file, "new".into()).unwrap());
        fs::write(root.join("b"), "edited").unwrap();
        let error = change.make("a test", "").unwrap_err().to_string();
        assert_eq!(error, "b was changed meanwhile: nothing was written");
        assert!(snapshots::all(&root).unwrap().iter().all(|snapshot| snapshot.is_used), "nothing to undo");
        assert_eq!(["a", "b"].map(|file| fs::read_to_string(root.join(file)).unwrap()), ["old", "edited"]);
        let incomplete = fs::read_dir(&root).unwrap().count();
        assert_eq!(incomplete, 3, "only `a`, `b` and `.workshop` are left in {}", root.display());
        fs::remove_dir_all(root).unwrap();
    }
}
