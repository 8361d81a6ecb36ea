//! [`replace`]: a draft replaces a file when it is complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind};
#[cfg(unix)]
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Writes a draft with `write`, and replaces the file at `path` by it.
///
/// A file that cannot be replaced is overwritten: a mounted one in a container, or one in a directory that takes no
/// other file. A draft has the permissions of the file from the start.
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
    fs::rename(&draft.path, path).map(|()| sync_name(path)).or_else(|_| overwrite(path, write))
}

/// Writes to an existing file, whose old content is lost.
fn overwrite(path: &Path, write: impl Fn(&File) -> io::Result<()>) -> io::Result<()> {
    let file = File::options().write(true).truncate(true).open(path)?;
    write(&file)?;
    file.sync_all()
}

/// Syncs the name of a file in its directory, where that is possible.
pub(crate) fn sync_name(path: &Path) {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let _ = File::open(directory.unwrap_or(Path::new("."))).and_then(|directory| directory.sync_all());
}

/// A temporary file. Dropping it removes the file.
#[derive(Debug)]
pub struct Draft {
    file: File,
    path: PathBuf,
}

impl Draft {
    /// Creates a draft in the directory of `path`, so that it can be renamed, with the permissions of a file at `path`.
    ///
    /// # Errors
    /// If no file can be created there, or none with these permissions.
    pub fn beside(path: &Path) -> io::Result<Draft> {
        let mut name = OsString::from(path);
        name.push(format!(".{:x}", RandomState::new().hash_one(path)));
        let (mut options, old) = (File::options(), fs::metadata(path).map(|file| file.permissions()).ok());
        // The draft is never readable by more users than the file, not even while it is empty: a reader could wait for the content.
        #[cfg(unix)]
        if let Some(old) = &old {
            options.mode(old.mode());
        }
        let draft = Draft { file: options.write(true).create_new(true).open(&name)?, path: name.into() };
        // The umask may have removed some of them.
        old.map_or(Ok(()), |old| draft.file.set_permissions(old))?;
        Ok(draft)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // This fails if the draft has been renamed, and that is fine.
        let _ = fs::remove_file(&self.path);
    }
}
