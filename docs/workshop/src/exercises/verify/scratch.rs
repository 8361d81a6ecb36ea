//! A copy of the workspace, in which holes are cut and filled.

use std::fs;
use std::io;
use std::path::Path;

use crate::exercises::course::Course;
use crate::exercises::lock::FOLDER;
use crate::root::{self, about};

/// In the workspace. Programs are built into the folder of the workspace itself, which has the libraries.
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
    let config = to.join(".cargo/config.toml");
    let text = root::read(&config)? + "\n[build]\ntarget-dir = \"../../target\"\n";
    fs::write(&config, text).map_err(|error| about(&config, &error))?;
    Course::open(Some(&to))
}

fn mirror(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to).map_err(|error| about(to, &error))?;
    let mut names = Vec::new();
    for entry in fs::read_dir(from).map_err(|error| about(from, &error))? {
        let entry = entry?;
        let (name, path) = (entry.file_name(), entry.path());
        if LEFT_OUT.iter().any(|left_out| name == *left_out) {
            continue;
        }
        let to = to.join(&name);
        if path.is_dir() {
            mirror(&path, &to)?;
        } else {
            let bytes = fs::read(&path).map_err(|error| about(&path, &error))?;
            if fs::read(&to).ok().as_ref() != Some(&bytes) {
                fs::write(&to, bytes).map_err(|error| about(&to, &error))?;
            }
        }
        names.push(name);
    }
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        if !names.contains(&entry.file_name()) {
            let path = entry.path();
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(|error| about(&path, &error))?;
        }
    }
    Ok(())
}
