//! What the workshop knows of a learner: files in `.workshop`, each written as a whole.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::root::{about, with_help};

/// The folder of the workspace, which git ignores.
pub const FOLDER: &str = ".workshop";

/// Returns the name of the copy of a source, for an exercise that is put away or solved.
pub fn copy(id: &str, file: &str) -> String {
    format!("{FOLDER}/work/{id}/{file}")
}

/// Waits for the lock, the right to change files, and takes it, until the file is dropped or the process ends.
pub fn lock(root: &Path) -> io::Result<File> {
    let folder = root.join(FOLDER);
    let open = || {
        fs::create_dir_all(&folder)?;
        File::options().create(true).truncate(false).write(true).open(folder.join("lock"))
    };
    let help = "commands that change something write there; copy the course to where you may write";
    let file = open().map_err(|error| with_help(&about(&folder, &error), help))?;
    // A file system that has no locks has to do without.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        eprintln!("cargo workshop: waiting for the end of another command");
        file.lock().map_err(|error| about(&folder, &error))?;
    }
    Ok(file)
}

/// Reads a file. Returns `None` if there is no file.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some).map_err(|error| about(path, &error)),
    }
}

/// Writes a file as a whole or not at all: into another one, which then takes its name.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    let write = || {
        fs::create_dir_all(folder)?;
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        // A new one is the learner's alone.
        if let Ok(old) = fs::metadata(path) {
            file.as_file().set_permissions(old.permissions())?;
        }
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)
    };
    write().map(drop).map_err(|error| about(path, &error))
}
