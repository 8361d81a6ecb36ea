//! `solution` and `changes`: the learner's code beside the solution, and beside what was checked last.

use std::io;

use super::bench::Bench;
use super::course::Course;
use super::exercise::Exercise;
use super::hole::Hole;
use super::pristine;
use super::store::{self, checked};
use super::words::{BOLD, say};
use crate::diff;
use crate::root;

/// Shows the code of an exercise, or of the open one, beside the solution; or puts the solution in its place.
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
        let texts = [course.source(exercise, hole)?, pristine::text(course, exercise, &hole.file)?];
        let [mine, solution] = functions(hole, texts)?;
        diff::show_two(&format!("\n{}", hole.file), &mine, &solution)?;
    }
    say!("\n`cargo workshop solution {} --apply` puts the solution into the source.", exercise.id)
}

/// Returns the function with a hole in two versions of its source.
fn functions(hole: &Hole, texts: [String; 2]) -> io::Result<[String; 2]> {
    let functions = texts.map(|text| hole.function(&text));
    let [Some(old), Some(new)] = functions else { return Err(hole.missing()) };
    Ok([old, new])
}

/// Keeps what a check has tested.
pub fn keep_checked(course: &Course, exercise: &Exercise, tested: &[String]) -> io::Result<()> {
    let write = |hole: &Hole, text: &str| {
        store::write(&course.path(&checked(&exercise.id, &hole.file)), text.as_bytes())
    };
    exercise.holes.iter().zip(tested).try_for_each(|(hole, text)| write(hole, text))
}

/// Shows what has changed in an exercise, or in the open one, since it was checked.
pub fn changes(course: &Course, id: Option<&str>) -> io::Result<()> {
    let exercise = course.find_or_open(id)?;
    let mut is_changed = false;
    for hole in &exercise.holes {
        let then = root::read(&course.path(&checked(&exercise.id, &hole.file)));
        let then = then.map_err(|_| root::not_found(format!("{} has not been checked yet", exercise.id)))?;
        let [then, now] = functions(hole, [then, course.source(exercise, hole)?])?;
        if then != now {
            is_changed = true;
            diff::show_two(&format!("\n{}, at the last check and now", hole.file), &then, &now)?;
        }
    }
    if is_changed {
        return Ok(());
    }
    say!("{BOLD}Nothing{BOLD:#} has changed since the last check of {}.", exercise.id)
}
