//! [`Draft`]: a temporary file that replaces another one when it is complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

/// A temporary file. Dropping it removes the file.
#[derive(Debug)]
pub struct Draft {
    pub file: File,
    path: PathBuf,
}

impl Draft {
    /// Creates a draft in the directory of `path`, so that it can be renamed, with the usual permissions.
    ///
    /// # Errors
    /// If no file can be created there.
    pub fn beside(path: &Path) -> io::Result<Draft> {
        let directory = path.parent().unwrap_or(Path::new(""));
        let mut number = 0;
        loop {
            let path = directory.join(format!(".report-{}-{number}", process::id()));
            match File::create_new(&path) {
                Ok(file) => return Ok(Draft { file, path }),
                // A killed process may have left this file.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Renames the draft to `path`.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn replace(&self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // This fails if the draft has been renamed, and that is fine.
        let _ = fs::remove_file(&self.path);
    }
}
