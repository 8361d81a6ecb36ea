//! `start`, `next`, `reset`, `catch-up`: what cuts holes.

use std::io;

use super::bench::Bench;
use super::course::Course;
use super::exercise::Exercise;
use super::progress::{Progress, State};
use super::show::{following, show};
use super::words::say;

/// Cuts the holes of an exercise, or brings back what was put away.
pub fn start(course: &Course, id: &str) -> io::Result<()> {
    let exercise = course.find(id)?;
    open(course, exercise)?;
    show(course, exercise)
}

/// Opens an exercise, and says what has become of other work.
fn open(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let mut bench = Bench::of(course)?;
    bench.put_away_for(exercise)?;
    if begin(&mut bench, exercise)? {
        return bench.make(&format!("start {}", exercise.id)).map(drop);
    }
    let id = &exercise.id;
    say!("{id} is open already; `cargo workshop reset {id}` cuts it anew.\n")
}

/// Cuts the holes of an exercise, unless a learner has written something for it. Returns whether it was not open.
fn begin(bench: &mut Bench<'_>, exercise: &Exercise) -> io::Result<bool> {
    let id = &exercise.id;
    let (is_open, state) = (bench.progress.open() == Some(id.as_str()), bench.progress.state(id));
    let is_written = bench.has_news(exercise)?;
    let anew = format!("`cargo workshop reset {id}` cuts it anew");
    if is_open && (is_written || state.is_none()) {
        return Ok(false);
    }
    if is_written {
        bench.open(exercise)?;
        bench.words.push(format!("The code that is there for {id} is not the course's, and stays; {anew}."));
    } else if bench.resume(exercise)? {
        bench.words.push(format!("What you had written for {id} is back; {anew}."));
    } else {
        bench.cut(exercise)?;
        if state == Some(State::Solved) {
            let back = "your solution comes back when you start another exercise";
            bench.words.push(format!("You have solved {id}: {back}."));
        }
    }
    Ok(true)
}

/// Starts the first exercise that is neither solved nor given, of all or of the core.
pub fn next(course: &Course, core_only: bool) -> io::Result<()> {
    let progress = Progress::read(&course.root)?;
    match following(course, &progress, core_only) {
        Some(exercise) => start(course, &exercise.id),
        None => say!("No exercise is left{}.", if core_only { " in the core" } else { "" }),
    }
}

/// Cuts the holes of an exercise anew, or those of the open one.
pub fn reset(course: &Course, id: Option<&str>) -> io::Result<()> {
    let exercise = course.find_or_open(id)?;
    let id = &exercise.id;
    let mut bench = Bench::of(course)?;
    bench.put_away_for(exercise)?;
    bench.cut(exercise)?;
    if bench.make(&format!("reset {id}"))? {
        say!("{id} is cut anew; `cargo workshop undo` brings back what you had.\n")?;
    } else {
        say!("{id} is as it was cut: there is nothing to reset.\n")?;
    }
    show(course, exercise)
}

/// Cuts the holes of an exercise, and puts the solution into those before it that are not solved.
pub fn catch_up(course: &Course, id: &str) -> io::Result<()> {
    let exercise = course.find(id)?;
    let mut bench = Bench::of(course)?;
    bench.put_away_for(exercise)?;
    let id = &exercise.id;
    for missed in course.exercises.iter().take_while(|missed| missed.id != *id) {
        if !bench.progress.is_solved(&missed.id) {
            bench.give(missed)?;
        }
    }
    begin(&mut bench, exercise)?;
    bench.make(&format!("catch-up {id}"))?;
    say!("The exercises before {id} have the solution, unless you have solved them.\n")?;
    show(course, exercise)
}
