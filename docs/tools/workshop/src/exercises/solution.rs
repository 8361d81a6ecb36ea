//! `solution`: the learner's code beside the solution.

use std::io;

use super::bench::Bench;
use super::check::chosen;
use super::course::Course;
use super::hole;
use super::pristine;
use super::words::{BOLD, say};
use crate::diff;
use crate::root;

/// Shows the code of an exercise, or of the open one, beside the solution; or puts the solution in its place.
///
/// # Errors
/// If there is no such exercise, or none is open; if a file cannot be read or written.
pub fn solution(course: &Course, id: Option<&str>, apply: bool) -> io::Result<()> {
    let exercise = chosen(course, id)?;
    if apply {
        let mut bench = Bench::of(course)?;
        bench.give(exercise)?;
        bench.make(&format!("solution {} --apply", exercise.id))?;
        return say!("{} has the solution now; `cargo workshop undo` brings back your code.", exercise.id);
    }
    let mut pairs = Vec::new();
    for hole in &exercise.holes {
        let mine = course.source(exercise, hole)?;
        let solution = pristine::text(course, exercise, &hole.file)?;
        let missing = || {
            root::not_found(format!("{} has no function `{}`: do its braces match?", hole.file, hole.path))
        };
        let [mine, solution] =
            [mine, solution].map(|text| hole::function(&text, &hole.path).ok_or_else(missing));
        pairs.push((hole, mine?, solution?));
    }
    say!("{BOLD}{}: {}{BOLD:#}, yours and the solution", exercise.id, exercise.title)?;
    for (hole, mine, solution) in &pairs {
        diff::show_two(&format!("\n{}", hole.file), mine, solution)?;
    }
    say!("\n`cargo workshop solution {} --apply` puts the solution into the source.", exercise.id)
}
