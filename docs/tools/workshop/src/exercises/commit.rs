//! `start --commit`: commits a hole on a branch of its own, so that an editor does not show what was cut.

use std::io;

use super::course::Course;
use super::exercise::Exercise;
use super::words::say;
use crate::root::git;

/// Commits the sources that have the holes of an exercise, on a new branch. What else has changed stays as it is.
///
/// # Errors
/// If git is missing or fails, such as without the name of an author; the message is git's.
pub fn commit(course: &Course, exercise: &Exercise) -> io::Result<()> {
    if has_hole(course, exercise)? {
        return say!("The hole is committed already.\n");
    }
    let before = git(&course.root, &["branch", "--show-current"])?;
    let first = branch(exercise);
    let taken = git(&course.root, &["branch", "--list", "--format=%(refname:short)", &format!("{first}*")])?;
    let mut names = [first.clone()].into_iter().chain((2..).map(|number| format!("{first}-{number}")));
    let branch = names.find(|name| taken.lines().all(|taken| taken != name)).expect("they have no end");
    let message = format!("Cut the hole of {}", exercise.id);
    let library = exercise.library();
    let files = exercise.holes.iter().map(|hole| hole.file.as_str()).chain([library.as_str()]);
    git(&course.root, &["switch", "--quiet", "--create", &branch])?;
    let arguments: Vec<_> =
        ["commit", "--quiet", "--message", &message, "--only", "--"].into_iter().chain(files).collect();
    if let Err(error) = git(&course.root, &arguments) {
        git(&course.root, &["switch", "--quiet", "-"])?;
        git(&course.root, &["branch", "--quiet", "--delete", &branch])?;
        return Err(error);
    }
    let back = if before.trim().is_empty() { "--detach -" } else { before.trim() };
    say!(
        "The hole is committed on the branch {branch}, so your editor compares with it. Commit your answer there, too; \
         then `git switch {back}` goes back.\n"
    )
}

/// Returns the name of an exercise's first branch.
pub fn branch(exercise: &Exercise) -> String {
    format!("exercise/{}", exercise.id)
}

/// Tells whether an editor shows what was cut: the sources are in a repository, which has them without the hole.
pub fn is_shown_by_git(course: &Course, exercise: &Exercise) -> bool {
    has_hole(course, exercise).is_ok_and(|has_hole| !has_hole)
}

/// Tells whether the last commit has the hole.
fn has_hole(course: &Course, exercise: &Exercise) -> io::Result<bool> {
    let committed = git(&course.root, &["show", &format!("HEAD:./{}", exercise.holes[0].file)])?;
    Ok(committed.contains(&exercise.mark()))
}
