//! A copy of the workspace, in which holes are cut and filled.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::exercises::course::Course;
use crate::exercises::lock::FOLDER;
use crate::exercises::snapshots;
use crate::root::{self, about};

/// In the workspace. Programs are built into the folder of the workspace itself, which has the libraries of others.
const COPY: &str = ".workshop/verify";

/// What is not copied: what is built, the history, and the learner's progress.
const LEFT_OUT: [&str; 3] = ["target", ".git", FOLDER];

/// Copies the workspace, and opens the course in the copy. What is in the copy from before and has not changed
/// keeps its time, so that cargo need not build it again.
///
/// # Errors
/// If a file cannot be read or written.
pub fn copy(course: &Course) -> io::Result<Course> {
    let to = course.path(COPY);
    mirror(&course.root, &to)?;
    // A learner's progress there is that of an earlier copy.
    let _ = fs::remove_dir_all(to.join(FOLDER));
    edit(&to.join(".cargo/config.toml"), |text| text + "\n[build]\ntarget-dir = \"../../target\"\n")?;
    // Another version, so that cargo does not take the programs of the copy for those of the workspace.
    edit(&to.join("Cargo.toml"), |text| text.replacen("\nversion = \"", "\nversion = \"1000", 1))?;
    Course::open(Some(&to))
}

fn edit(path: &Path, change: impl FnOnce(String) -> String) -> io::Result<()> {
    let text = change(root::read(path)?);
    fs::write(path, text).map_err(|error| about(path, &error))
}

fn mirror(from: &Path, to: &Path) -> io::Result<()> {
    let wanted = files(from);
    for file in &wanted {
        let [from, to] = [from, to].map(|root| root.join(file));
        let bytes = fs::read(&from).map_err(|error| about(&from, &error))?;
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            snapshots::write(&to, &bytes)?;
        }
    }
    files(to).difference(&wanted).try_for_each(|file| fs::remove_file(to.join(file)))
}

/// Returns the files in a workspace, relative to it.
fn files(root: &Path) -> BTreeSet<PathBuf> {
    let is_copied =
        |entry: &DirEntry| entry.depth() == 0 || LEFT_OUT.iter().all(|name| entry.file_name() != *name);
    let entries = WalkDir::new(root).into_iter().filter_entry(is_copied).flatten();
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.filter_map(|file| Some(file.path().strip_prefix(root).ok()?.to_owned())).collect()
}
