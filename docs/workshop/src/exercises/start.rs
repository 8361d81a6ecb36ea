//! `start`, `next`, `reset`, `catch-up`, `undo`: what changes the sources.

use std::io;

use super::bench::Bench;
use super::change;
use super::course::Course;
use super::exercise::{Exercise, Named};
use super::hole;
use super::progress::State;
use super::snapshots;
use super::words::{BOLD, indented, say};
use crate::root;

/// Cuts the holes of an exercise, or brings back what was begun.
///
/// # Errors
/// If there is no such exercise, or a file cannot be read or written.
pub fn start(course: &Course, id: &str) -> io::Result<()> {
    let (_, exercise) = course.find(id)?;
    let mut bench = Bench::of(course)?;
    if bench.progress.open() == Some(id) && bench.progress.state(id).is_none() {
        say!("{id} is open already; `cargo workshop reset {id}` cuts it anew.\n")?;
        return show(course, exercise);
    }
    let was_solved = bench.progress.state(id) == Some(State::Solved);
    let put_away = bench.put_away_for(exercise)?;
    let resumed = bench.resume(exercise)?;
    if !resumed {
        bench.cut(exercise)?;
    }
    bench.make(&format!("start {id}"))?;
    say_put_away(put_away)?;
    if resumed {
        say!("What you had written for {id} is back; `cargo workshop reset {id}` cuts it anew.\n")?;
    } else if was_solved {
        say!("You had solved {id}, and start anew; `cargo workshop undo` brings your solution back.\n")?;
    }
    show(course, exercise)
}

/// Says what was put away for another exercise.
fn say_put_away(put_away: Option<&Exercise>) -> io::Result<()> {
    let Some(Exercise { id, .. }) = put_away else { return Ok(()) };
    say!("What you have written for {id} is put away; `cargo workshop start {id}` brings it back.\n")
}

/// Starts the first exercise that is neither solved nor given.
///
/// # Errors
/// As `start` does.
pub fn next(course: &Course) -> io::Result<()> {
    match following(course, &Bench::of(course)?) {
        Some(exercise) => start(course, &exercise.id),
        None => {
            say!("No exercise is left. `cargo workshop list` shows them all.")
        }
    }
}

/// Returns the first exercise that is neither solved nor given.
pub fn following<'a>(course: &'a Course, bench: &Bench<'_>) -> Option<&'a Exercise> {
    course.exercises.iter().find(|exercise| !bench.progress.is_done(&exercise.id))
}

/// Cuts the holes of an exercise anew.
///
/// # Errors
/// If there is no such exercise, or a file cannot be read or written.
pub fn reset(course: &Course, id: &str) -> io::Result<()> {
    let (_, exercise) = course.find(id)?;
    let mut bench = Bench::of(course)?;
    let put_away = bench.put_away_for(exercise)?;
    bench.cut(exercise)?;
    if bench.make(&format!("reset {id}"))? {
        say_put_away(put_away)?;
        say!("{id} is cut anew; `cargo workshop undo` brings back what you had.\n")?;
    } else {
        say!("{id} is as it was cut: there is nothing to reset.\n")?;
    }
    show(course, exercise)
}

/// Cuts the holes of an exercise, and puts the reference into those before it that are not solved.
///
/// # Errors
/// If there is no such exercise, or a file cannot be read or written.
pub fn catch_up(course: &Course, id: &str) -> io::Result<()> {
    let (place, exercise) = course.find(id)?;
    let mut bench = Bench::of(course)?;
    let put_away = bench.put_away_for(exercise)?;
    let before = &course.exercises[..place];
    for missed in before
        .iter()
        .filter(|missed| bench.progress.state(&missed.id) != Some(State::Solved))
        .collect::<Vec<_>>()
    {
        bench.give(missed)?;
    }
    bench.cut(exercise)?;
    bench.make(&format!("catch-up {id}"))?;
    say_put_away(put_away)?;
    say!("The exercises before {id} have the reference, unless you have solved them.\n")?;
    show(course, exercise)
}

/// Brings back the files as they were before the last change.
///
/// # Errors
/// If there was no change, or a file cannot be read or written.
pub fn undo(course: &Course) -> io::Result<()> {
    let undone = snapshots::undo(&course.root)?;
    say!("As before `{}`:", undone.reason)?;
    for file in undone.files.iter().filter(|file| !file.starts_with(change::FOLDER)) {
        say!("  {file}")?;
    }
    say!("What was there until now is in {}.", undone.kept)?;
    Ok(())
}

/// Says what to write, where, and how it is tested.
fn show(course: &Course, exercise: &Exercise) -> io::Result<()> {
    say!("{BOLD}{}: {}{BOLD:#}  (about {} minutes)\n", exercise.id, exercise.title, exercise.minutes)?;
    say!("{}\n", indented(&exercise.task))?;
    say!("Write:")?;
    for hole in &exercise.holes {
        let text = root::read(&course.path(&hole.file))?;
        let line = hole::body(&text, &hole.path).map_or(1, |body| text[..body.start].lines().count());
        say!("  {}:{line}  {}", hole.file, hole.path)?;
    }
    say!("\nTest it with `cargo workshop check`, or:")?;
    say!("  {}", command(exercise))?;
    say!("It fails now, and that is right.\n")?;
    say!("{BOLD}Why{BOLD:#}\n{}\n", indented(exercise.section("Why")))?;
    say!("{BOLD}Predict first{BOLD:#}\n{}", indented(exercise.section("Predict")))?;
    Ok(())
}

/// Returns the command that runs the tests of an exercise without this program.
pub fn command(exercise: &Exercise) -> String {
    let mut command = format!("cargo test -p {}", exercise.package());
    for target in targets(&exercise.tests) {
        command += &format!(" --test {target}");
    }
    command
}

/// Returns the files of tests, each once.
pub fn targets(tests: &[Named]) -> Vec<&str> {
    let mut targets: Vec<&str> = Vec::new();
    for named in tests {
        if !targets.contains(&named.target.as_str()) {
            targets.push(&named.target);
        }
    }
    targets
}
