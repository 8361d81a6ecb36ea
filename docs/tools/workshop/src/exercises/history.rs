//! The snapshots of files, and what shows them and brings them back: `history`, `undo` and `restore`.
//!
//! A snapshot is a folder of `.workshop/snapshots`, named by a number. It has a copy of each file, as it was
//! before a command, and in `FILES` a list of all, those included that did not exist.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::bench::Bench;
use super::course::Course;
use super::progress::{FILE, Progress, State};
use super::store::{self, FOLDER, copy};
use super::words::say;
use crate::root::not_found;

const SNAPSHOTS: &str = ".workshop/snapshots";

/// The file in a snapshot that has the command, and below it the paths of the files. It is written last.
const FILES: &str = "FILES";

/// Files as they were before a command.
struct Snapshot {
    number: usize,
    folder: PathBuf,
    /// The command.
    reason: String,
    /// The paths of the files.
    files: Vec<String>,
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
        store::write(&folder.join(FILES), list.as_bytes())
    };
    copy().map(|()| number).inspect_err(|_| {
        // If it was not made, nothing is left to remove.
        let _ = fs::remove_dir_all(&folder);
    })
}

/// Returns all snapshots, in the order in which they were taken, without one that a kill has cut short.
fn snapshots(root: &Path) -> Vec<Snapshot> {
    let open = |(number, folder): (usize, PathBuf)| {
        let text = fs::read_to_string(folder.join(FILES)).ok()?;
        let (reason, files) = text.split_once('\n')?;
        let files = files.lines().map(str::to_owned).collect();
        Some(Snapshot { number, folder, reason: reason.to_owned(), files })
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

/// Lists the snapshots: when each was taken, before which command, and which sources it has.
pub fn history(course: &Course) -> io::Result<()> {
    let all = snapshots(&course.root);
    if all.is_empty() {
        return say!("No command has changed anything yet.");
    }
    for Snapshot { number, folder, reason, files } in &all {
        let taken = fs::metadata(folder.join(FILES)).and_then(|list| list.modified());
        let minutes = taken.ok().and_then(|taken| taken.elapsed().ok()).unwrap_or_default().as_secs() / 60;
        let ago = if minutes < 120 { format!("{minutes} min") } else { format!("{} h", minutes / 60) };
        say!("{number:>4}  {ago:>7} ago  {reason:<28}  {}", sources(files).join(", "))?;
    }
    say!("\n`cargo workshop restore N` brings back these files as they were before that command.")
}

/// Brings back the files as they were before the last change that no `undo` has taken back.
pub fn undo(course: &Course) -> io::Result<()> {
    let (bench, mut undone) = (Bench::of(course)?, 0);
    for snapshot in snapshots(&course.root).into_iter().rev() {
        match snapshot.reason.as_str() {
            "undo" => undone += 1,
            reason if reason.starts_with("check ") => {}
            _ if undone > 0 => undone -= 1,
            _ => return bring_back(bench, &snapshot, "undo"),
        }
    }
    Err(not_found("there is nothing to undo".into()))
}

/// Brings back the files of a snapshot. `undo` takes that back.
pub fn restore(course: &Course, number: usize) -> io::Result<()> {
    let bench = Bench::of(course)?;
    let chosen = snapshots(&course.root).into_iter().find(|snapshot| snapshot.number == number);
    let none = || not_found(format!("there is no snapshot {number}; `cargo workshop history` shows all"));
    bring_back(bench, &chosen.ok_or_else(none)?, &format!("restore {number}"))
}

/// Changes the files to what a snapshot has. What was solved since then stays solved.
fn bring_back(mut bench: Bench<'_>, from: &Snapshot, reason: &str) -> io::Result<()> {
    let was_open = bench.progress.open().map(str::to_owned);
    let solved: Vec<_> = bench.progress.solved().map(str::to_owned).collect();
    for file in &from.files {
        let bytes = store::read(&from.folder.join(file))?;
        if file == FILE {
            bench.progress = Progress::parse(&bytes.unwrap_or_default());
            solved.iter().for_each(|id| bench.progress.set_state(id, Some(State::Solved)));
        } else if !solved.iter().any(|id| file.starts_with(&copy(id, ""))) {
            *bench.bytes(file)? = bytes;
        }
    }
    let kept = bench.write(reason)?;
    say!("As before `{}`:", from.reason)?;
    sources(&from.files).iter().try_for_each(|file| say!("  {file}"))?;
    match bench.progress.open() {
        same if same == was_open.as_deref() => {}
        Some(open) => say!("{open} is open again.")?,
        None => say!("No exercise is open now.")?,
    }
    say!("`cargo workshop restore {kept}` brings back what was there until now.")
}

/// Returns the files of a snapshot, without those of the workshop itself.
fn sources(files: &[String]) -> Vec<&str> {
    files.iter().map(String::as_str).filter(|file| !file.starts_with(FOLDER)).collect()
}
