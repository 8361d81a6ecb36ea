//! Snapshots of files.
//!
//! A snapshot is a folder of `.workshop/snapshots`, named by a number. It has a copy of each file, as it was
//! before a command, and in `FILES` a list of all, those included that did not exist. `undo` uses those whose
//! name is a number and no more.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::store::{read, write};
use crate::root::about;

const SNAPSHOTS: &str = ".workshop/snapshots";

/// The file in a snapshot that has the command, and below it the paths of the files. It is written last.
const FILES: &str = "FILES";

/// The end of the name of a snapshot that `undo` passes over.
const USED: &str = "-used";

/// Files as they were before a command.
pub struct Snapshot {
    pub number: usize,
    /// Whether `undo` passes it over.
    pub is_used: bool,
    pub when: SystemTime,
    /// The command.
    pub reason: String,
    /// The paths of the files.
    pub files: Vec<String>,
    folder: PathBuf,
}

impl Snapshot {
    /// Reads the list of a snapshot. Returns `None` for one that a kill has cut short.
    fn open((number, folder): (usize, PathBuf)) -> Option<Snapshot> {
        let list = folder.join(FILES);
        let text = fs::read_to_string(&list).ok()?;
        let (reason, files) = text.split_once('\n')?;
        Some(Snapshot {
            number,
            is_used: folder.to_string_lossy().ends_with(USED),
            when: fs::metadata(&list).and_then(|list| list.modified()).ok()?,
            reason: reason.to_owned(),
            files: files.lines().map(str::to_owned).collect(),
            folder,
        })
    }

    /// Returns the bytes of a file, `None` if it did not exist.
    pub fn bytes(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        read(&self.folder.join(file))
    }

    /// Makes `undo` pass it over.
    pub fn use_up(&self) -> io::Result<()> {
        let used = self.folder.with_file_name(format!("{:04}{USED}", self.number));
        fs::rename(&self.folder, used).map_err(|error| about(&self.folder, &error))
    }
}

/// Returns all snapshots, in the order in which they were taken.
pub fn all(root: &Path) -> io::Result<Vec<Snapshot>> {
    Ok(folders(root)?.into_iter().filter_map(Snapshot::open).collect())
}

/// Takes a snapshot, and returns its number. If that fails, such as on a full disk, nothing of it is left.
pub fn take<'a>(
    root: &Path,
    reason: &str,
    is_used: bool,
    files: impl Iterator<Item = (&'a str, Option<&'a [u8]>)>,
) -> io::Result<usize> {
    let number = folders(root)?.last().map_or(1, |(last, _)| last + 1);
    let folder = root.join(SNAPSHOTS).join(format!("{number:04}{}", if is_used { USED } else { "" }));
    let copy = || {
        let mut list = format!("{reason}\n");
        for (file, bytes) in files {
            list += &format!("{file}\n");
            bytes.map_or(Ok(()), |bytes| write(&folder.join(file), bytes))?;
        }
        write(&folder.join(FILES), list.as_bytes())
    };
    copy().map(|()| number).inspect_err(|_| {
        // If it was not made, nothing is left to remove.
        let _ = fs::remove_dir_all(&folder);
    })
}

/// Returns the folders of the snapshots, each with its number, in order.
fn folders(root: &Path) -> io::Result<Vec<(usize, PathBuf)>> {
    let folder = root.join(SNAPSHOTS);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(&folder).map_err(|error| about(&folder, &error))?;
    let number = |path: &PathBuf| path.file_name()?.to_str()?.split('-').next()?.parse().ok();
    let mut folders: Vec<_> =
        entries.flatten().map(|entry| entry.path()).filter_map(|path| Some((number(&path)?, path))).collect();
    folders.sort();
    Ok(folders)
}
