//! [`Lock`]: only one command at a time changes something.

use std::env;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use crate::root::about;

/// The folder of the workspace that has what the workshop knows of a learner. Git ignores it.
pub const FOLDER: &str = ".workshop";

/// The file in that folder that is locked.
const FILE: &str = "lock";

/// The file in that folder that names the command with the lock. On Windows, a locked file itself cannot be read.
const HOLDER: &str = "running";

/// The right to change files. It ends when it is dropped, and with the process.
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Waits until no other command has the lock, and takes it.
    pub fn take(root: &Path) -> io::Result<Lock> {
        let folder = root.join(FOLDER);
        let open = || {
            fs::create_dir_all(&folder)?;
            File::options().create(true).truncate(false).write(true).open(folder.join(FILE))
        };
        let help = "commands that change something write there; copy the course to where you may write";
        let file = open()
            .map_err(|error| io::Error::new(error.kind(), format!("{}; {help}", about(&folder, &error))))?;
        // A file system that has no locks has to do without.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let holder = fs::read_to_string(folder.join(HOLDER)).unwrap_or_default();
            eprintln!("cargo workshop: waiting for the end of `cargo workshop {holder}`");
            file.lock().map_err(|error| about(&folder, &error))?;
        }
        let command: Vec<_> = env::args().skip(1).collect();
        fs::write(folder.join(HOLDER), command.join(" ")).map_err(|error| about(&folder, &error))?;
        Ok(Lock { _file: file })
    }
}
