//! Snapshots of files.
//!
//! A snapshot is a folder of `.workshop/snapshots`, named by a number. It has a copy of each file, as it was before
//! a command, and a list of all of them in `FILES`. `undo` uses those whose name is a number and no more.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::root::{about, not_found};

const SNAPSHOTS: &str = ".workshop/snapshots";

/// In a snapshot: the command, and below it the paths of the files.
const FILES: &str = "FILES";

/// What the path of a file begins with that did not exist.
const ABSENT: &str = "- ";

/// The name of a snapshot ends so until it is complete.
const INCOMPLETE: &str = "-incomplete";

/// Files as they were before a command.
pub struct Snapshot {
    pub number: usize,
    /// Whether `undo` passes it over.
    pub is_used: bool,
    pub when: SystemTime,
    /// The command.
    pub reason: String,
    folder: PathBuf,
    list: Vec<String>,
}

impl Snapshot {
    /// Reads the list of a snapshot. Returns `None` for one that a kill has cut short.
    fn open(folder: PathBuf) -> Option<Snapshot> {
        let name = folder.file_name()?.to_str()?.to_owned();
        let number = name.split('-').next()?.parse().ok()?;
        let list = folder.join(FILES);
        if name.ends_with(INCOMPLETE) {
            return None;
        }
        let text = fs::read_to_string(&list).ok()?;
        let (reason, files) = text.split_once('\n')?;
        Some(Snapshot {
            number,
            is_used: name.contains('-'),
            when: fs::metadata(&list).and_then(|list| list.modified()).ok()?,
            reason: reason.to_owned(),
            list: files.lines().map(str::to_owned).collect(),
            folder,
        })
    }

    /// Returns the paths of the files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|file| file.strip_prefix(ABSENT).unwrap_or(file))
    }

    /// Returns the bytes of a file, `None` if it did not exist.
    ///
    /// # Errors
    /// If the copy is missing, or cannot be read.
    pub fn bytes(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        if self.list.iter().any(|line| line.strip_prefix(ABSENT) == Some(file)) {
            return Ok(None);
        }
        let lost = format!("the snapshot {} has lost its copy of {file}: nothing was changed", self.number);
        fs::read(self.folder.join(file)).map(Some).map_err(|error| io::Error::new(error.kind(), lost))
    }

    /// Has `undo` pass it over.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn use_up(&self) -> io::Result<()> {
        let mut name = self.folder.clone().into_os_string();
        name.push("-used");
        fs::rename(&self.folder, name).map_err(|error| about(&self.folder, &error))
    }
}

/// Returns all snapshots, in the order in which they were taken.
///
/// # Errors
/// If their folder cannot be read.
pub fn all(root: &Path) -> io::Result<Vec<Snapshot>> {
    let mut all: Vec<_> = names(root)?.into_iter().filter_map(Snapshot::open).collect();
    all.sort_by_key(|snapshot| snapshot.number);
    Ok(all)
}

/// Takes a snapshot. A folder gets its name last, so that one with a name is complete.
///
/// # Errors
/// If a file cannot be written.
pub fn take<'a>(
    root: &Path,
    suffix: &str,
    reason: &str,
    files: impl Iterator<Item = (&'a str, Option<&'a [u8]>)>,
) -> io::Result<Snapshot> {
    let number = |path: &PathBuf| path.file_name()?.to_str()?.split('-').next()?.parse::<usize>().ok();
    let next = names(root)?.iter().filter_map(number).max().unwrap_or(0) + 1;
    let name = root.join(SNAPSHOTS).join(format!("{next:04}{suffix}"));
    let folder = root.join(SNAPSHOTS).join(format!("{next:04}{INCOMPLETE}"));
    let mut list = format!("{reason}\n");
    for (file, bytes) in files {
        list += &format!("{}{file}\n", if bytes.is_none() { ABSENT } else { "" });
        if let Some(bytes) = bytes {
            write(&folder.join(file), bytes)?;
        }
    }
    write(&folder.join(FILES), list.as_bytes())?;
    fs::rename(&folder, &name).map_err(|error| about(&folder, &error))?;
    Snapshot::open(name).ok_or_else(|| not_found(format!("the snapshot {next} is gone")))
}

/// Returns the folders of the snapshots.
fn names(root: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = root.join(SNAPSHOTS);
    match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(|error| about(&folder, &error)),
    }
}

/// Reads a file. Returns `None` if there is no file.
///
/// # Errors
/// If it cannot be read.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some).map_err(|error| about(path, &error)),
    }
}

/// Writes a file as a whole or not at all: into another one, which then takes its name.
///
/// # Errors
/// If it cannot be written, or is read-only.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Staged::new(path, bytes)?.finish(path)
}

/// The new bytes of a file, beside it. They are removed if they do not take its name.
pub struct Staged(PathBuf);

impl Staged {
    /// Writes the bytes.
    ///
    /// # Errors
    /// If they cannot be written, or if the file is read-only.
    pub fn new(path: &Path, bytes: &[u8]) -> io::Result<Staged> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".incomplete");
        let staged = Staged(path.with_file_name(name));
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(path))?;
            let mut file = File::create(&staged.0)?;
            file.write_all(bytes)?;
            if let Ok(old) = fs::metadata(path) {
                if old.permissions().readonly() {
                    return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
                }
                file.set_permissions(old.permissions())?;
            }
            file.sync_all()
        };
        write().map_err(|error| about(path, &error))?;
        Ok(staged)
    }

    /// Gives the bytes the name of the file.
    ///
    /// # Errors
    /// If the file cannot be replaced.
    pub fn finish(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.0, path).map_err(|error| about(path, &error))
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // Bytes that have taken the name of the file are no longer here.
        let _ = fs::remove_file(&self.0);
    }
}
