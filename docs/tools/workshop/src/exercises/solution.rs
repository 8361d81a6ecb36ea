//! `solution`: the learner's code and the solution.

use std::io;

use super::bench::Bench;
use super::course::Course;
use super::pristine;
use super::words::{BOLD, say};
use crate::diff;

/// Shows the code of an exercise, or of the open one, and the solution; or puts the solution in its place.
pub fn solution(course: &Course, id: Option<&str>, apply: bool) -> io::Result<()> {
    let exercise = course.find_or_open(id)?;
    if apply {
        let mut bench = Bench::of(course)?;
        bench.give(exercise)?;
        bench.make(&format!("solution {} --apply", exercise.id))?;
        return say!("{} has the solution now; `cargo workshop undo` brings back your code.", exercise.id);
    }
    say!("{BOLD}{}: {}{BOLD:#}, yours and the solution", exercise.id, exercise.title)?;
    for hole in &exercise.holes {
        let (text, course) = (course.source(exercise, hole)?, pristine::text(course, exercise, &hole.file)?);
        let [Some(mine), Some(solution)] = [&text, &course].map(|text| hole.function(text)) else {
            return Err(hole.missing());
        };
        diff::show_two(&format!("\n{}", hole.file), &mine, &solution)?;
    }
    say!("\n`cargo workshop solution {} --apply` puts the solution into the source.", exercise.id)
}
