//! [`Change`]: files are changed together, and only after a snapshot of them.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::snapshots::{next, read, snapshot, use_up, write};
use crate::root::about;

/// What the workshop knows of a learner, in the workspace. Git ignores it.
pub const FOLDER: &str = ".workshop";

/// New texts for files, which nothing has been done with yet.
pub struct Change<'a> {
    root: &'a Path,
    files: BTreeMap<String, Edit>,
}

/// The bytes of a file, `None` if there is no file, and its new text.
struct Edit {
    before: Option<Vec<u8>>,
    after: String,
}

impl<'a> Change<'a> {
    pub fn new(root: &'a Path) -> Change<'a> {
        Change { root, files: BTreeMap::new() }
    }

    /// Returns the new text of a file, to be edited. It begins as the text that the file has now.
    ///
    /// # Errors
    /// If the file exists but cannot be read, or is no UTF-8.
    pub fn text(&mut self, file: &str) -> io::Result<&mut String> {
        if !self.files.contains_key(file) {
            let path = self.root.join(file);
            let before = read(&path)?;
            let text = String::from_utf8(before.clone().unwrap_or_default());
            let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8");
            let after = text.map_err(no_text).map_err(|error| about(&path, &error))?;
            self.files.insert(file.to_owned(), Edit { before, after });
        }
        Ok(self.files.get_mut(file).map(|edit| &mut edit.after).expect("it has just been inserted"))
    }

    /// Takes a snapshot, and then writes every file whose text is new. Returns whether there was one.
    ///
    /// # Errors
    /// If a file was changed meanwhile: then nothing is written. If a file cannot be written: then `undo` brings
    /// back those that were.
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
        self.files.retain(|_, edit| edit.before.as_deref().unwrap_or_default() != edit.after.as_bytes());
        if self.files.is_empty() {
            return Ok(false);
        }
        let name = format!("{:04}{suffix}", next(self.root)?);
        let before = self.files.iter().map(|(file, edit)| (file.as_str(), edit.before.as_deref()));
        snapshot(self.root, &name, reason, before)?;
        for (file, edit) in &self.files {
            if read(&self.root.join(file))? != edit.before {
                use_up(self.root, &name)?;
                return Err(io::Error::other(format!("{file} was changed meanwhile: nothing was written")));
            }
        }
        let written = self
            .files
            .iter()
            .try_for_each(|(file, edit)| write(&self.root.join(file), edit.after.as_bytes()));
        let undo = "`cargo workshop undo` takes back what was written";
        written.map(|()| true).map_err(|error| io::Error::new(error.kind(), format!("{error}; {undo}")))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::{env, fs, process};

    use super::Change;
    use crate::exercises::snapshots::undo;

    #[test]
    fn a_file_that_was_changed_meanwhile_stays() {
        let root = env::temp_dir().join(format!("changed-meanwhile-{}", process::id()));
        fs::create_dir_all(&root).unwrap();
        ["a", "b"].iter().for_each(|file| fs::write(root.join(file), "old").unwrap());
        let mut change = Change::new(&root);
        ["a", "b"].iter().for_each(|file| change.text(file).unwrap().push_str(" and new"));
        fs::write(root.join("b"), "edited").unwrap();
        let error = change.make("a test").unwrap_err().to_string();
        assert_eq!(error, "b was changed meanwhile: nothing was written");
        undo(&root).err().expect("nothing to undo");
        assert_eq!(["a", "b"].map(|file| fs::read_to_string(root.join(file)).unwrap()), ["old", "edited"]);
        fs::remove_dir_all(root).unwrap();
    }
}
