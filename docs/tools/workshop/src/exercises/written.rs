//! What a learner has written in the holes of an exercise, if anything.

use std::io;

use super::bench::ALLOW;
use super::commit;
use super::course::Course;
use super::exercise::{Exercise, Hole};
use super::hole;
use super::pristine;
use super::progress::Progress;
use super::words::{BOLD, say};
use crate::root;

/// Tells whether a learner has written something, and says what is there if not.
pub fn has_answer(course: &Course, exercise: &Exercise) -> io::Result<bool> {
    let texts = course.sources(exercise)?;
    let is_cut = |(hole, text): (&Hole, &String)| {
        hole::body(text, &hole.path).is_some_and(|body| text[body].contains(&exercise.mark()))
    };
    if exercise.holes.iter().zip(&texts).all(is_cut) {
        let place = place(&exercise.holes[0], &texts[0]);
        say!("{BOLD}Nothing is written yet:{BOLD:#} {place}. `cargo workshop hint` helps.")?;
        return Ok(false);
    }
    let progress = Progress::read(&course.root)?;
    let is_open = progress.open() == Some(&exercise.id) && progress.state(&exercise.id).is_none();
    let library = root::read(&course.path(&exercise.library()))?;
    // A learner may write the same code, but does not remove the first line of the library.
    let is_restored = is_open
        && !library.starts_with(ALLOW)
        && pristine::texts(course, exercise).is_ok_and(|ours| {
            let mut holes = exercise.holes.iter().zip(ours.iter().zip(&texts));
            holes.all(|(hole, (ours, text))| hole::transplant(ours, text, &hole.path).as_ref() == Some(text))
        });
    if is_restored {
        say!(
            "{BOLD}The hole has the course's own code,{BOLD:#} which something has restored, such as `git checkout`."
        )?;
        if let Some(stash) = stash(course, exercise) {
            say!("`git stash pop{stash}` brings back what you have stashed.")?;
        }
        let branch = commit::branch(exercise);
        // The current branch has a star.
        let list = ["branch", "--list", "--format=%(refname:short)%(HEAD)", &branch];
        if root::git(&course.root, &list).is_ok_and(|list| list.trim() == branch) {
            say!("`git switch {branch}` goes back to it.")?;
        }
        say!("`cargo workshop reset {}` cuts it again.", exercise.id)?;
    }
    Ok(!is_restored)
}

/// Returns what names the last stash of git that has a source of the exercise, if there is one. The last of all needs no name.
fn stash(course: &Course, exercise: &Exercise) -> Option<String> {
    let log = ["log", "--walk-reflogs", "--first-parent", "-m", "--format=%gd", "refs/stash", "--"];
    let files = exercise.holes.iter().map(|hole| hole.file.as_str());
    let stashes = root::git(&course.root, &log.into_iter().chain(files).collect::<Vec<_>>()).ok()?;
    let last = stashes.lines().next()?;
    Some(if last == "stash@{0}" { String::new() } else { format!(" '{last}'") })
}

/// Returns where a hole is: its file, the line, and the path of its function.
pub fn place(hole: &Hole, text: &str) -> String {
    let line = hole::body(text, &hole.path).map_or(1, |body| text[..body.start].lines().count());
    format!("{}:{line}  {}", hole.file, hole.path)
}

/// Checks that the sources are still those that are tested.
///
/// # Errors
/// If the learner has saved something else, or if a source cannot be read.
pub fn is_still(course: &Course, exercise: &Exercise, tested: &[String]) -> io::Result<()> {
    if course.sources(exercise)? == tested {
        return Ok(());
    }
    let what = "you have saved since the tests began; `cargo workshop check` tests what is there now";
    Err(io::Error::new(io::ErrorKind::Interrupted, what))
}
