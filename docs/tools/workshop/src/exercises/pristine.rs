//! The sources as the course has them, whatever a learner has made of them.
//!
//! When an exercise begins, a copy of each source with a hole is kept: from then on, what git has may be the
//! learner's, unless it came with a pull.

use std::io;

use super::course::Course;
use super::exercise::Exercise;
use super::hole::Hole;
use super::store::{self, FOLDER};
use crate::root::{self, git};

/// Keeps a copy of the sources of an exercise, as the course has them now.
pub fn keep(course: &Course, exercise: &Exercise) -> io::Result<()> {
    for hole in &exercise.holes {
        let copy = course.path(&copy(exercise, &hole.file));
        // A source that is missing or no text is no reason to block other exercises.
        if let Ok(text) = text(course, exercise, &hole.file)
            && root::read(&copy).ok().as_ref() != Some(&text)
        {
            store::write(&copy, text.as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the text of a source as the course has it: what a pull has brought since the copy, or the copy, or
/// what git has, or what is there.
///
/// # Errors
/// If there is no copy, because `.workshop` is gone, and only the hole is left.
pub fn text(course: &Course, exercise: &Exercise, file: &str) -> io::Result<String> {
    let copy = copy(exercise, file);
    let kept = root::read(&course.path(&copy)).ok();
    let committed = git(&course.root, &["show", &format!("HEAD:./{file}")]).ok();
    let is_newer = |text: &String| {
        let mut holes = exercise.holes.iter().filter(|hole| hole.file == file);
        kept.as_ref() != Some(text)
            && !text.contains(&exercise.mark())
            && holes.all(|hole| is_of_course(course, hole, text))
    };
    let text = committed.clone().filter(is_newer).or(kept.clone()).or(committed);
    let text = text.or_else(|| root::read(&course.path(file)).ok());
    text.filter(|text| !text.contains(&exercise.mark())).ok_or_else(|| {
        let what =
            "the course's text of it is not known: take it from a fresh copy of the course, and put it at";
        root::not_found(format!("{file}: {what} {copy}"))
    })
}

/// Tells whether git has a body of which the learner has committed no line: all of it came with a clone or a
/// pull. `text` is what git has of the source.
fn is_of_course(course: &Course, hole: &Hole, text: &str) -> bool {
    let Some(body) = hole.body(text) else { return false };
    let [first, last] = [body.start, body.end].map(|end| text[..end].matches('\n').count() + 1);
    let lines = format!("-L{first},{last}");
    let blame = git(&course.root, &["blame", "--porcelain", &lines, "HEAD", "--", &hole.file]);
    let author = git(&course.root, &["var", "GIT_AUTHOR_IDENT"]);
    let (Ok(blame), Ok(author)) = (blame, author) else { return false };
    let Some(mail) = author.split(['<', '>']).nth(1) else { return false };
    let mine = format!("author-mail <{mail}>");
    blame.lines().all(|line| line != mine)
}

/// Returns the texts of an exercise's sources as the course has them.
pub fn texts(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    exercise.holes.iter().map(|hole| text(course, exercise, &hole.file)).collect()
}

/// Returns the name of the copy of a source.
fn copy(exercise: &Exercise, file: &str) -> String {
    format!("{FOLDER}/solutions/{}/{}/{file}", env!("CARGO_PKG_VERSION"), exercise.id)
}
