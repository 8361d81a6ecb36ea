//! Snapshots of files, and `undo`.
//!
//! A snapshot is a folder of `.workshop/snapshots`, named by a number. It has a copy of each file, as it was before
//! the change, and a list of all of them in `FILES`; a file that has no copy did not exist. `undo` uses those whose name
//! is a number and no more.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::root::{about, not_found};

const SNAPSHOTS: &str = ".workshop/snapshots";

/// In a snapshot: the reason for the change, and below it the paths of the files.
const FILES: &str = "FILES";

/// What `undo` has done.
pub struct Undone {
    pub reason: String,
    pub files: Vec<String>,
    /// Where the bytes are that it has replaced.
    pub kept: String,
}

/// Brings back what the last snapshot has that has not been used yet.
///
/// # Errors
/// If there is none, or if a file cannot be read or written. Then it may be called again.
pub fn undo(root: &Path) -> io::Result<Undone> {
    let names = names(root)?;
    let unused = names.iter().filter(|name| name.parse::<usize>().is_ok());
    let last = unused.max().ok_or_else(|| not_found("there is nothing to undo".into()))?;
    let folder = root.join(SNAPSHOTS).join(last);
    let list = fs::read_to_string(folder.join(FILES)).map_err(|error| about(&folder, &error))?;
    let (reason, files) = list.split_once('\n').unwrap_or((&list, ""));
    let files: Vec<_> = files.lines().map(str::to_owned).collect();

    let present = files.iter().map(|file| read(&root.join(file))).collect::<io::Result<Vec<_>>>()?;
    let kept = format!("{:04}-undone", next(root)?);
    snapshot(
        root,
        &kept,
        reason,
        files.iter().map(String::as_str).zip(present.iter().map(Option::as_deref)),
    )?;
    for file in &files {
        match read(&folder.join(file))? {
            Some(bytes) => write(&root.join(file), &bytes)?,
            None => remove(&root.join(file))?,
        }
    }
    use_up(root, last)?;
    Ok(Undone { reason: reason.to_owned(), files, kept: format!("{SNAPSHOTS}/{kept}") })
}

/// Makes a snapshot. A folder gets its name last, so that one with a name is complete.
pub fn snapshot<'a>(
    root: &Path,
    name: &str,
    reason: &str,
    files: impl Iterator<Item = (&'a str, Option<&'a [u8]>)>,
) -> io::Result<()> {
    let folder = root.join(SNAPSHOTS).join(format!("{name}-incomplete"));
    let mut list = format!("{reason}\n");
    for (file, bytes) in files {
        list += &format!("{file}\n");
        if let Some(bytes) = bytes {
            write(&folder.join(file), bytes)?;
        }
    }
    write(&folder.join(FILES), list.as_bytes())?;
    fs::rename(&folder, root.join(SNAPSHOTS).join(name)).map_err(|error| about(&folder, &error))
}

/// Renames a snapshot, so that `undo` passes it over.
pub fn use_up(root: &Path, name: &str) -> io::Result<()> {
    let folder = root.join(SNAPSHOTS);
    fs::rename(folder.join(name), folder.join(format!("{name}-used"))).map_err(|error| about(&folder, &error))
}

/// Returns the number for the next snapshot.
pub fn next(root: &Path) -> io::Result<usize> {
    let number = |name: &String| name.split('-').next()?.parse::<usize>().ok();
    Ok(names(root)?.iter().filter_map(number).max().unwrap_or(0) + 1)
}

/// Returns the names of the snapshots.
fn names(root: &Path) -> io::Result<Vec<String>> {
    let folder = root.join(SNAPSHOTS);
    match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries
            .and_then(|entries| {
                entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
            })
            .map_err(|error| about(&folder, &error)),
    }
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
    let written = || {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".incomplete");
        let new: PathBuf = path.with_file_name(name);
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&new, path)
    };
    written().map_err(|error| about(path, &error))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(|error| about(path, &error)),
    }
}
