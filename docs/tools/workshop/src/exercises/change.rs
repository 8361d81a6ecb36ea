//! [`Change`]: files are changed together, under a lock, and only after a snapshot of them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::lock::Lock;
use super::snapshots;
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
    /// `None` if nothing is new. If it `is_used`, `undo` passes the snapshot over. Other commands wait until the
    /// change is dropped.
    ///
    /// # Errors
    /// If a file is read-only, or was changed meanwhile: then nothing is written. If a file cannot be written: then
    /// the snapshot has those that were.
    pub fn make(&mut self, reason: &str, is_used: bool) -> io::Result<Option<usize>> {
        self.files.retain(|_, edit| edit.before != edit.after);
        if self.files.is_empty() {
            return Ok(None);
        }
        for (file, edit) in &self.files {
            let path = self.root.join(file);
            // An editor and git know nothing of the lock.
            if snapshots::read(&path)? != edit.before {
                return Err(io::Error::other(format!("{file} was changed meanwhile: nothing was changed")));
            }
            if fs::metadata(&path).is_ok_and(|file| file.permissions().readonly()) {
                return Err(io::Error::other(format!("{file}: it is read-only; nothing was changed")));
            }
        }
        let before = self.files.iter().map(|(file, edit)| (file.as_str(), edit.before.as_deref()));
        let number = snapshots::take(self.root, reason, is_used, before)?;
        for (file, edit) in &self.files {
            let path = self.root.join(file);
            let done = match &edit.after {
                Some(bytes) => snapshots::write(&path, bytes),
                None => fs::remove_file(&path).map_err(|error| about(&path, &error)),
            };
            let help = format!("`cargo workshop restore {number}` takes back what was written");
            done.map_err(|error| io::Error::new(error.kind(), format!("{error}; {help}")))?;
        }
        Ok(Some(number))
    }
}
