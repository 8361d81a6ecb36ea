//! [`Draft`]: a file in the making, which takes its place when it is whole.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

/// A new file. It is removed when it is dropped.
#[derive(Debug)]
pub struct Draft {
    pub file: File,
    path: PathBuf,
}

impl Draft {
    /// Makes a draft in the directory of `path`, so that it can be renamed. It has the permissions of any new file.
    ///
    /// # Errors
    /// If no file can be made there.
    pub fn beside(path: &Path) -> io::Result<Draft> {
        let directory = path.parent().unwrap_or(Path::new(""));
        let mut number = 0;
        loop {
            let path = directory.join(format!(".report-{}-{number}", process::id()));
            match File::create_new(&path) {
                Ok(file) => return Ok(Draft { file, path }),
                // A process that was killed may have left it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Puts the draft in the place of what is at `path`.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn replace(&self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // It fails when the draft has been renamed, as it should.
        let _ = fs::remove_file(&self.path);
    }
}
