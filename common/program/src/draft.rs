//! [`Draft`]: a temporary file that replaces another one when it is complete.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a draft with `write`, and replaces the file at `path` by it. A file that cannot be replaced, such as a mounted
/// one in a container, is overwritten.
///
/// # Errors
/// If the draft or the file cannot be written.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut draft = Draft::beside(path)?;
    write(&mut draft.file)?;
    // Some file systems report only now that they are full. And the content must reach the disk before the name.
    draft.file.sync_all()?;
    if let Ok(metadata) = fs::metadata(path) {
        draft.file.set_permissions(metadata.permissions())?;
    }
    fs::rename(&draft.path, path).or_else(|error| {
        draft.file.rewind()?;
        match overwrite(path, |mut file| io::copy(&mut draft.file, &mut file).map(drop)) {
            Err(second) if second.kind() == io::ErrorKind::NotFound => Err(error),
            written => written,
        }
    })
}

/// Writes to an existing file, whose old content is lost.
///
/// # Errors
/// If it cannot be written, or does not exist.
pub fn overwrite(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = File::options().write(true).truncate(true).open(path)?;
    write(&mut file)?;
    file.sync_all()
}

/// A temporary file. Dropping it removes the file.
#[derive(Debug)]
pub struct Draft {
    file: File,
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
}

impl Drop for Draft {
    fn drop(&mut self) {
        // This fails if the draft has been renamed, and that is fine.
        let _ = fs::remove_file(&self.path);
    }
}
