//! What a learner's git has of a hole: a commit on a branch of its own (`start --commit`), or a stash.

use std::io;

use super::course::Course;
use super::exercise::Exercise;
use super::words::say;
use crate::root::git;

/// Commits the sources that have the holes of an exercise, and nothing else, on a new branch.
///
/// # Errors
/// If git is missing or fails, such as without the name of an author; the message is git's.
pub fn commit(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let git = |arguments: &[&str]| git(&course.root, arguments);
    if has_hole(course, exercise)? {
        return say!("The hole is committed already.\n");
    }
    let before = git(&["branch", "--show-current"])?;
    let first = branch(exercise);
    let taken = git(&["branch", "--list", "--format=%(refname:short)", &format!("{first}*")])?;
    let mut names = [first.clone()].into_iter().chain((2..).map(|number| format!("{first}-{number}")));
    let branch = names.find(|name| taken.lines().all(|taken| taken != name)).expect("they have no end");
    let (message, library) = (format!("Cut the hole of {}", exercise.id), exercise.library());
    let files = exercise.holes.iter().map(|hole| hole.file.as_str()).chain([library.as_str()]);
    let commit = ["commit", "--quiet", "--message", &message, "--only", "--"].into_iter().chain(files);
    git(&["switch", "--quiet", "--create", &branch])?;
    if let Err(error) = git(&commit.collect::<Vec<_>>()) {
        git(&["switch", "--quiet", "-"])?;
        git(&["branch", "--quiet", "--delete", &branch])?;
        return Err(error);
    }
    let back = if before.trim().is_empty() { "--detach -" } else { before.trim() };
    say!(
        "The hole is committed on the branch {branch}, so your editor compares with it. Commit your answer there, too; \
         then `git switch {back}` goes back.\n"
    )
}

/// Tells whether an editor shows what was cut: the last commit has the sources, and without the hole.
pub fn shows_what_was_cut(course: &Course, exercise: &Exercise) -> bool {
    has_hole(course, exercise).is_ok_and(|has_hole| !has_hole)
}

/// Says where git has a hole that is not in the sources, or the answer.
pub fn say_where(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let log = ["log", "--walk-reflogs", "--first-parent", "-m", "--format=%gd", "refs/stash", "--"];
    let files = exercise.holes.iter().map(|hole| hole.file.as_str());
    let stashes = git(&course.root, &log.into_iter().chain(files).collect::<Vec<_>>()).unwrap_or_default();
    if let Some(last) = stashes.lines().next() {
        // The last of all needs no name.
        let name = if last == "stash@{0}" { String::new() } else { format!(" '{last}'") };
        say!("`git stash pop{name}` brings back what you have stashed.")?;
    }
    let branch = branch(exercise);
    // The current branch has a star.
    let list = ["branch", "--list", "--format=%(refname:short)%(HEAD)", &branch];
    if git(&course.root, &list).is_ok_and(|list| list.trim() == branch) {
        say!("`git switch {branch}` goes back to it.")?;
    }
    Ok(())
}

/// Returns the name of an exercise's first branch.
fn branch(exercise: &Exercise) -> String {
    format!("exercise/{}", exercise.id)
}

/// Tells whether the last commit has the hole.
fn has_hole(course: &Course, exercise: &Exercise) -> io::Result<bool> {
    let committed = git(&course.root, &["show", &format!("HEAD:./{}", exercise.holes[0].file)])?;
    Ok(committed.contains(&exercise.mark()))
}
