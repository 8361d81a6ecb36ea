//! Snapshots: records of the files that a command is about to change.

use std::io;
use std::path::Path;

use super::git::{self, Files};
use super::store::FOLDER;

/// The folder of the snapshots among the records. The name of each one is a number.
const SNAPSHOTS: &str = "snapshots";

/// Files as they were before a command.
pub struct Snapshot {
    pub number: usize,
    /// The name among the records.
    pub name: String,
    /// How long ago it was taken, in words.
    pub age: String,
    /// The command.
    pub reason: String,
    /// The paths of the files, those included that did not exist.
    pub files: Vec<String>,
}

/// Takes a snapshot of files, of which some may not exist, and returns its number.
pub fn take(root: &Path, reason: &str, files: &Files<'_>) -> io::Result<usize> {
    let number = snapshots(root).last().map_or(1, |last| 1 + last.number);
    let paths: Vec<_> = files.iter().map(|(file, _)| *file).collect();
    let message = format!("{reason}\n\n{}", paths.join("\n"));
    git::record(root, &format!("{SNAPSHOTS}/{number:06}"), &message, files).map(|()| number)
}

/// Returns all snapshots, in the order in which they were taken.
pub fn snapshots(root: &Path) -> Vec<Snapshot> {
    let records = git::records(root, SNAPSHOTS).into_iter().filter_map(|[name, age, message]| {
        let number = name.rsplit('/').next()?.parse().ok()?;
        let (reason, files) = message.split_once("\n\n")?;
        let files = files.lines().map(str::to_owned).collect();
        Some(Snapshot { number, name, age, reason: reason.to_owned(), files })
    });
    records.collect()
}

impl Snapshot {
    /// Returns the files without those of the workshop itself.
    pub fn sources(&self) -> Vec<&str> {
        self.files.iter().map(String::as_str).filter(|file| !file.starts_with(FOLDER)).collect()
    }
}
