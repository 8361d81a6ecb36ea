//! The sources as the course has them, whatever a learner has made of them.
//!
//! A copy of a source is kept for each exercise whose hole it has. As long as a learner has not begun the exercise, the
//! copy follows what git has committed: then that is the course's. From then on, a commit may be the learner's.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::change::FOLDER;
use super::course::Course;
use super::exercise::{Exercise, Hole};
use super::hole;
use super::progress::Progress;
use super::snapshots;
use crate::root;

/// Takes a copy of every source with a hole, for the exercises that a learner has not begun.
///
/// # Errors
/// If a file cannot be read or written.
pub fn keep(course: &Course, progress: &Progress) -> io::Result<()> {
    let seen = course.path(&folder("HEAD"));
    let head = git(&course.root, &["rev-parse", "HEAD"]).unwrap_or_default();
    let is_new = root::read(&seen).ok().as_ref() != Some(&head);
    for exercise in course.exercises.iter().filter(|exercise| !progress.knows(&exercise.id)) {
        for hole in &exercise.holes {
            let copy = course.path(&copy(exercise, &hole.file));
            if !is_new && copy.exists() {
                continue;
            }
            let text = match git(&course.root, &["show", &format!("HEAD:./{}", hole.file)]) {
                Some(text) => text,
                None if copy.exists() => continue,
                None => root::read(&course.path(&hole.file))?,
            };
            // Where only a hole is left, there is nothing to keep.
            if !text.contains(&exercise.mark()) {
                snapshots::write(&copy, text.as_bytes())?;
            }
        }
    }
    if is_new { snapshots::write(&seen, head.as_bytes()) } else { Ok(()) }
}

/// Returns the text of a source as the course has it.
///
/// # Errors
/// If there is no copy, because the exercise was begun before this program was first used, and `.workshop` is gone.
pub fn text(course: &Course, exercise: &Exercise, file: &str) -> io::Result<String> {
    let missing = |_| {
        let what = "the course's text of it is not known; a fresh copy of the course has it";
        root::not_found(format!("{file}: {what}"))
    };
    root::read(&course.path(&copy(exercise, file))).map_err(missing)
}

/// Returns the bodies of an exercise's holes as the course has them.
///
/// # Errors
/// If a source is not known, or has no such function.
pub fn bodies(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    let body = |hole: &Hole| {
        let text = text(course, exercise, &hole.file)?;
        let body = hole::body(&text, &hole.path);
        body.map(|body| text[body].to_owned()).ok_or_else(|| hole.missing())
    };
    exercise.holes.iter().map(body).collect()
}

/// Returns the name of the copy of a source.
fn copy(exercise: &Exercise, file: &str) -> String {
    folder(&format!("{}/{file}", exercise.id))
}

/// Returns the name of a file in the folder of the copies. A new version of the course has a new one.
fn folder(name: &str) -> String {
    format!("{FOLDER}/reference/{}/{name}", env!("CARGO_PKG_VERSION"))
}

/// Returns what git prints. Returns `None` without git, and if it fails.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    git.arg("-C").arg(root).args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
    let output = git.output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok()).flatten()
}
