//! The sources as the course has them, whatever a learner has made of them.
//!
//! When an exercise begins, a copy of each source with a hole is kept, because a later commit may be the learner's. The text that
//! a later pull brings is newer than the copy.

use std::io;

use super::course::Course;
use super::exercise::{Exercise, FOLDER as EXERCISES};
use super::hole::Hole;
use super::progress::Progress;
use super::store::{self, FOLDER};
use super::upstream::{self, pulled};
use crate::root;

/// The file beside the copies that names the commits from which they come.
const COMMITS: &str = "COMMITS";

/// Keeps a copy of the sources of an exercise, as the course has them now, and of its text, which a pull may remove.
pub fn keep(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let readme = readme(&exercise.id);
    let files = exercise.holes.iter().map(|hole| hole.file.as_str()).chain([&*readme]);
    for file in files {
        let to = course.path(&copy(&exercise.id, file));
        // A source that is missing or no text is no reason to block other exercises.
        let now = if file == readme { root::read(&course.path(file)) } else { text(course, exercise, file) };
        if (file == readme || !to.exists())
            && let Ok(text) = now
        {
            store::write(&to, text.as_bytes())?;
        }
    }
    let of = course.path(&copy(&exercise.id, COMMITS));
    match upstream::commits(&course.root) {
        Some(commits) if !of.exists() => store::write(&of, commits.as_bytes()),
        _ => Ok(()),
    }
}

/// Returns an exercise that the course no longer has, as it was when it was begun.
pub fn gone(course: &Course, id: &str) -> Option<Exercise> {
    let text = root::read(&course.path(&copy(id, &readme(id)))).ok()?;
    let mut exercise = Exercise { id: id.to_owned(), ..Exercise::default() };
    exercise.parse(&text).ok().map(|()| exercise)
}

/// Returns the text of a source as the course has it: what a pull has brought, or the copy, or what git has, or what is there.
///
/// # Errors
/// If there is no copy, because `.workshop` is gone, and only the hole is left.
pub fn text(course: &Course, exercise: &Exercise, file: &str) -> io::Result<String> {
    let copy = copy(&exercise.id, file);
    let pulled = || pulled(&course.root, &since(course, &exercise.id)?, file)?.after;
    let kept = || base(course, exercise, file);
    let git = || upstream::text(&course.root, "HEAD", file);
    let there = || root::read(&course.path(file)).ok();
    let holes = || exercise.holes.iter().filter(|hole| hole.file == file);
    let is_whole =
        |text: &String| !text.contains(&exercise.mark()) && holes().all(|hole| hole.body(text).is_some());
    let texts: [&dyn Fn() -> Option<String>; 4] = [&pulled, &kept, &git, &there];
    texts.into_iter().find_map(|text| text().filter(is_whole)).ok_or_else(|| {
        let what =
            "the course's text of it is not known: take it from a fresh copy of the course, and put it at";
        root::not_found(format!("{file}: {what} {copy}"))
    })
}

/// Returns the texts of an exercise's sources as the course has them.
pub fn texts(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    exercise.holes.iter().map(|hole| text(course, exercise, &hole.file)).collect()
}

/// Returns the `text` of a source with the solution in each hole that is open or that the learner has solved.
///
/// # Errors
/// If the progress cannot be read.
pub fn with_solutions(course: &Course, file: &str, mut text: String) -> io::Result<String> {
    let progress = Progress::read(&course.root)?;
    for exercise in &course.exercises {
        if progress.open() != Some(exercise.id.as_str()) && !progress.is_solved(&exercise.id) {
            continue;
        }
        for hole in exercise.holes.iter().filter(|hole| hole.file == file) {
            if let Ok(solution) = self::text(course, exercise, file) {
                text = hole.put(&text, &solution);
            }
        }
    }
    Ok(text)
}

/// Returns the text of a source as the course had it when the exercise was begun.
pub fn base(course: &Course, exercise: &Exercise, file: &str) -> Option<String> {
    root::read(&course.path(&copy(&exercise.id, file))).ok()
}

/// Returns the exercises of which the last commit has no solution, each with what it has instead.
pub fn unsolved_in_commit(course: &Course) -> Vec<String> {
    let mut found = Vec::new();
    for exercise @ Exercise { id, holes, .. } in &course.exercises {
        let texts = holes
            .iter()
            .map(|hole| (hole, upstream::text(&course.root, "HEAD", &hole.file).unwrap_or_default()));
        let texts: Vec<_> = texts.collect();
        let is_cut = texts.iter().any(|(_, text)| text.contains(&exercise.mark()));
        // If an exercise was never begun here, only the commit is known.
        let is_learners = |(hole, text): &(&Hole, String)| {
            let begun = base(course, exercise, &hole.file).is_some();
            let solution = self::text(course, exercise, &hole.file).unwrap_or_default();
            begun && hole.transplant(&solution, text).as_ref() != Some(text)
        };
        if is_cut {
            found.push(format!("{id} is cut"));
        } else if texts.iter().any(is_learners) {
            found.push(format!("{id} has an answer of yours"));
        }
    }
    found
}

/// Returns the commits from which the sources came when an exercise was begun.
fn since(course: &Course, id: &str) -> Option<String> {
    root::read(&course.path(&copy(id, COMMITS))).ok()
}

fn readme(id: &str) -> String {
    format!("{EXERCISES}/{id}/README.md")
}

/// Returns the name of the copy of a file.
fn copy(id: &str, file: &str) -> String {
    format!("{FOLDER}/solutions/{}/{id}/{file}", env!("CARGO_PKG_VERSION"))
}
