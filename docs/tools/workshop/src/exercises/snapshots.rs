//! Snapshots of files.
//!
//! A snapshot is a folder of `.workshop/snapshots`, named by a number. It has a copy of each file, as it was
//! before a command, and in `FILES` a list of all, those included that did not exist.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use walkdir::{DirEntry, WalkDir};

use super::{store, upstream};

const SNAPSHOTS: &str = ".workshop/snapshots";

/// The file in a snapshot that names the commits from which the sources came.
const COMMITS: &str = "COMMITS";

/// The file in a snapshot that has the command, and below it the paths of the files. It is written last.
const FILES: &str = "FILES";

/// Files as they were before a command.
pub struct Snapshot {
    pub number: usize,
    pub folder: PathBuf,
    /// The command.
    pub reason: String,
    /// The paths of the files.
    pub files: Vec<String>,
    /// The commits from which the sources came, in a repository.
    pub commits: Option<String>,
}

impl Snapshot {
    /// Returns how long ago it was taken.
    pub fn age(&self) -> Duration {
        let taken = fs::metadata(self.folder.join(FILES)).and_then(|list| list.modified());
        taken.ok().and_then(|taken| taken.elapsed().ok()).unwrap_or_default()
    }
}

/// Takes a snapshot, and returns its number. If that fails, such as on a full disk, nothing of it is left.
pub fn take<'a>(
    root: &Path,
    reason: &str,
    files: impl Iterator<Item = (&'a str, Option<&'a [u8]>)>,
) -> io::Result<usize> {
    let number = folders(root).last().map_or(1, |(last, _)| last + 1);
    let folder = root.join(SNAPSHOTS).join(format!("{number:04}"));
    let copy = || {
        let mut list = format!("{reason}\n");
        for (file, bytes) in files {
            list += &format!("{file}\n");
            bytes.map_or(Ok(()), |bytes| store::write(&folder.join(file), bytes))?;
        }
        if let Some(commits) = upstream::commits(root) {
            store::write(&folder.join(COMMITS), commits.as_bytes())?;
        }
        store::write(&folder.join(FILES), list.as_bytes())
    };
    copy().map(|()| number).inspect_err(|_| {
        // If it was not made, nothing is left to remove.
        let _ = fs::remove_dir_all(&folder);
    })
}

/// Returns all snapshots, in the order in which they were taken, without one that a kill has cut short.
pub fn snapshots(root: &Path) -> Vec<Snapshot> {
    let open = |(number, folder): (usize, PathBuf)| {
        let text = fs::read_to_string(folder.join(FILES)).ok()?;
        let (reason, files) = text.split_once('\n')?;
        let files = files.lines().map(str::to_owned).collect();
        let commits = fs::read_to_string(folder.join(COMMITS)).ok();
        Some(Snapshot { number, folder, reason: reason.to_owned(), files, commits })
    };
    folders(root).into_iter().filter_map(open).collect()
}

/// Returns the folders of the snapshots, each with its number, in order.
fn folders(root: &Path) -> Vec<(usize, PathBuf)> {
    let entries = WalkDir::new(root.join(SNAPSHOTS)).min_depth(1).max_depth(1).into_iter().flatten();
    let numbered = |entry: DirEntry| Some((entry.file_name().to_str()?.parse().ok()?, entry.into_path()));
    let mut folders: Vec<_> = entries.filter_map(numbered).collect();
    folders.sort();
    folders
}
