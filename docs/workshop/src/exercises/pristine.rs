//! The sources as the course has them, whatever a learner has made of them.
//!
//! A copy of a source is kept for each exercise whose hole it has. As long as a learner has not begun the exercise, the
//! copy follows what git has committed: then that is the course's. From then on, a commit may be the learner's.

use std::cell::LazyCell;
use std::io;

use super::course::Course;
use super::exercise::Exercise;
use super::git::git;
use super::lock::FOLDER;
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
    // Only after a hole was committed need the history be searched for each source.
    let had_holes = LazyCell::new(|| {
        let files =
            course.exercises.iter().flat_map(|exercise| &exercise.holes).map(|hole| hole.file.as_str());
        let log = ["log", "-1", "--format=%H", "-Stodo!(\"", "--"].into_iter().chain(files);
        git(&course.root, &log.collect::<Vec<_>>()).is_ok_and(|commit| !commit.is_empty())
    });
    for exercise in course.exercises.iter().filter(|exercise| !progress.knows(&exercise.id)) {
        for hole in &exercise.holes {
            let copy = course.path(&copy(exercise, &hole.file));
            if !is_new && copy.exists() {
                continue;
            }
            let committed = match *had_holes {
                true => before_the_hole(course, exercise, &hole.file),
                false => git(&course.root, &["show", &format!("HEAD:./{}", hole.file)]).ok(),
            };
            let text = match committed {
                Some(text) => text,
                None if *had_holes || copy.exists() => continue,
                // A source that is missing or no text is no reason to block other exercises.
                None => root::read(&course.path(&hole.file)).unwrap_or_default(),
            };
            // Where only a hole is left, there is nothing to keep.
            if !text.is_empty() && !text.contains(&exercise.mark()) {
                snapshots::write(&copy, text.as_bytes())?;
            }
        }
    }
    if is_new { snapshots::write(&seen, head.as_bytes()) } else { Ok(()) }
}

/// Returns the text of a source as the course has it.
///
/// # Errors
/// If there is no copy, because `.workshop` is gone, and if git has none without the hole.
pub fn text(course: &Course, exercise: &Exercise, file: &str) -> io::Result<String> {
    let copy = copy(exercise, file);
    let text = root::read(&course.path(&copy)).ok().or_else(|| before_the_hole(course, exercise, file));
    text.ok_or_else(|| {
        let what =
            "the course's text of it is not known: take it from a fresh copy of the course, and put it at";
        root::not_found(format!("{file}: {what} {copy}"))
    })
}

/// Returns a source as git has it: as it was before a hole of the exercise was first committed, if one ever was.
fn before_the_hole(course: &Course, exercise: &Exercise, file: &str) -> Option<String> {
    let mark = format!("-S{}", exercise.mark());
    let commits = git(&course.root, &["log", "--reverse", "--format=%H", &mark, "--", file]).ok()?;
    let commit = commits.lines().next().map_or("HEAD".into(), |first| format!("{first}^"));
    git(&course.root, &["show", &format!("{commit}:./{file}")]).ok()
}

/// Returns the texts of an exercise's sources as the course has them.
///
/// # Errors
/// If one is not known.
pub fn texts(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    exercise.holes.iter().map(|hole| text(course, exercise, &hole.file)).collect()
}

/// Returns the name of the copy of a source.
fn copy(exercise: &Exercise, file: &str) -> String {
    folder(&format!("{}/{file}", exercise.id))
}

/// Returns the name of a file in the folder of the copies. A new version of the course has a new one.
fn folder(name: &str) -> String {
    format!("{FOLDER}/solutions/{}/{name}", env!("CARGO_PKG_VERSION"))
}
