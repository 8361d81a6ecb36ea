//! [`replace`]: a draft replaces a file when it is complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Writes a draft with `write`, and replaces the file at `path` by it.
///
/// A file that cannot be replaced is overwritten: a mounted one in a container, or one in a directory that takes no
/// other file.
///
/// # Errors
/// If the draft or the file cannot be written.
pub fn replace(path: &Path, write: impl Fn(&File) -> io::Result<()>) -> io::Result<()> {
    let draft = match Draft::beside(path) {
        Ok(draft) => draft,
        Err(error) => match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => return overwrite(path, write),
            _ => return Err(error),
        },
    };
    write(&draft.file)?;
    // Some file systems report only now that they are full. And the content must reach the disk before the name.
    draft.file.sync_all()?;
    if let Ok(metadata) = fs::metadata(path) {
        draft.file.set_permissions(metadata.permissions())?;
    }
    fs::rename(&draft.path, path).or_else(|_| overwrite(path, write))
}

/// Writes to an existing file, whose old content is lost.
fn overwrite(path: &Path, write: impl Fn(&File) -> io::Result<()>) -> io::Result<()> {
    let file = File::options().write(true).truncate(true).open(path)?;
    write(&file)?;
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
        let mut name = OsString::from(path);
        name.push(format!(".{:x}", RandomState::new().hash_one(path)));
        Ok(Draft { file: File::create_new(&name)?, path: name.into() })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // This fails if the draft has been renamed, and that is fine.
        let _ = fs::remove_file(&self.path);
    }
}
