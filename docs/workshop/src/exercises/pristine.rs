//! The sources as the course has them, whatever a learner has made of them.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::change::{self, FOLDER};
use super::course::Course;
use super::exercise::{Exercise, Hole};
use super::hole;
use crate::root;

/// Takes a copy of every source with a hole, unless there is one of this version of the course.
///
/// # Errors
/// If a file cannot be read or written.
pub fn keep(course: &Course) -> io::Result<()> {
    for hole in course.exercises.iter().flat_map(|exercise| &exercise.holes) {
        let copy = course.path(&copy(&hole.file));
        if !copy.exists() {
            let text = committed(&course.root, &hole.file)
                .map_or_else(|| root::read(&course.path(&hole.file)), Ok)?;
            change::write(&copy, text.as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the text of a source: the one that git has committed, or else the copy.
///
/// # Errors
/// If there is neither.
pub fn text(course: &Course, exercise: &Exercise, file: &str) -> io::Result<String> {
    let is_whole = |text: &String| !text.contains(&format!("todo!(\"{}: ", exercise.id));
    match committed(&course.root, file).filter(is_whole) {
        Some(text) => Ok(text),
        None => root::read(&course.path(&copy(file))),
    }
}

/// Returns the name of the copy.
fn copy(file: &str) -> String {
    format!("{FOLDER}/pristine/{}/{file}", env!("CARGO_PKG_VERSION"))
}

/// Returns the text that git has at HEAD. Returns `None` without git, and if git does not know the file.
fn committed(root: &Path, file: &str) -> Option<String> {
    let mut git = Command::new("git");
    git.arg("-C").arg(root).args(["show", &format!("HEAD:./{file}")]);
    let shown = git.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    shown.status.success().then(|| String::from_utf8(shown.stdout).ok()).flatten()
}

/// Returns the bodies of an exercise's holes as the course has them.
///
/// # Errors
/// If a source has no such function.
pub fn bodies(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    let body = |hole: &Hole| {
        let text = text(course, exercise, &hole.file)?;
        let body = hole::body(&text, &hole.path);
        let missing = || root::not_found(format!("{} has no function `{}`", hole.file, hole.path));
        body.map(|body| text[body].to_owned()).ok_or_else(missing)
    };
    exercise.holes.iter().map(body).collect()
}
