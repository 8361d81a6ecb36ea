//! The sources as the course has them, whatever a learner has made of them.
//!
//! When an exercise begins, git keeps a record of its sources, because a later commit may be the learner's. The text that a later
//! pull brings is newer than the record.

use std::io;

use super::course::Course;
use super::exercise::{Exercise, FOLDER as EXERCISES};
use super::git::{self, pulled};
use super::progress::Progress;
use super::store::FOLDER;
use crate::root;

/// Keeps the sources of an exercise, as the course has them now, and the exercise's text, which a pull may remove.
pub fn keep(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let readme = readme(&exercise.id);
    if recorded(course, &exercise.id, &readme).is_some() {
        return Ok(());
    }
    let mut files = vec![(&*readme, Some(root::read(&course.path(&readme))?.into_bytes()))];
    for file in exercise.files() {
        // A source that is missing or no text is no reason to block other exercises.
        files.push((file, text(course, exercise, file).ok().map(String::into_bytes)));
    }
    git::record(&course.root, &name(&exercise.id), "The course", &files)
}

/// Returns an exercise that the course no longer has, as it was when it was begun.
pub fn gone(course: &Course, id: &str) -> Option<Exercise> {
    let mut exercise = Exercise { id: id.to_owned(), ..Exercise::default() };
    exercise.parse(&recorded(course, id, &readme(id))?).ok().map(|()| exercise)
}

/// Returns the text of a source as the course has it: what a pull has brought, or the record, or what git has, or what is there.
///
/// # Errors
/// If none of these has the function of the hole.
pub fn text(course: &Course, exercise: &Exercise, file: &str) -> io::Result<String> {
    let Course { root, .. } = course;
    let is_whole = |text: &String| {
        !text.contains(&exercise.mark()) && exercise.holes_in(file).all(|hole| hole.body(text).is_some())
    };
    let pulled = || pulled(root, &name(&exercise.id), file).map(|[_, after]| after);
    let base = || base(course, exercise, file);
    // Version 0.1 kept its copies there.
    let earlier =
        || root::read(&course.path(&format!("{FOLDER}/solutions/0.1.0/{}/{file}", exercise.id))).ok();
    let committed = || git::text(root, "HEAD", file);
    let there = || root::read(&course.path(file)).ok();
    let texts: [&dyn Fn() -> Option<String>; 5] = [&pulled, &base, &earlier, &committed, &there];
    texts.into_iter().find_map(|text| text().filter(is_whole)).ok_or_else(|| {
        root::not_found(format!(
            "the course's text of {file} is not known: take it from a fresh copy of the course"
        ))
    })
}

/// Returns the texts of an exercise's files as the course has them.
pub fn texts(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    exercise.files().into_iter().map(|file| text(course, exercise, file)).collect()
}

/// Returns the `text` of a source with the solution in each hole that is open or that the learner has solved.
///
/// # Errors
/// If the progress cannot be read.
pub fn with_solutions(course: &Course, file: &str, mut text: String) -> io::Result<String> {
    let progress = Progress::read(&course.root)?;
    let is_answered = |id: &str| progress.open() == Some(id) || progress.is_solved(id);
    for exercise in course.exercises.iter().filter(|exercise| is_answered(&exercise.id)) {
        if exercise.files().contains(file)
            && let Ok(solution) = self::text(course, exercise, file)
        {
            text = exercise.holes_in(file).fold(text, |text, hole| hole.put(&text, &solution));
        }
    }
    Ok(text)
}

/// Returns the text of a source as the course had it when the exercise was begun.
pub fn base(course: &Course, exercise: &Exercise, file: &str) -> Option<String> {
    recorded(course, &exercise.id, file)
}

/// Returns the IDs of the exercises that are cut in the last commit.
pub fn cut_in_commit(course: &Course) -> Vec<&str> {
    let is_cut = |exercise: &&Exercise| {
        let mut texts = exercise.files().into_iter().filter_map(|file| git::text(&course.root, "HEAD", file));
        texts.any(|text| text.contains(&exercise.mark()))
    };
    course.exercises.iter().filter(is_cut).map(|exercise| exercise.id.as_str()).collect()
}

fn recorded(course: &Course, id: &str, file: &str) -> Option<String> {
    String::from_utf8(git::recorded(&course.root, &name(id), file)?).ok()
}

/// Returns the name of the record of an exercise.
fn name(id: &str) -> String {
    format!("course/{id}")
}

fn readme(id: &str) -> String {
    format!("{EXERCISES}/{id}/README.md")
}
