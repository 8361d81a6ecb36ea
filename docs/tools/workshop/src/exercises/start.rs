//! `show`, `start`, `next`, `reset`, `catch-up`: what cuts holes, and says what to write there.

use std::collections::BTreeSet;
use std::io;

use super::bench::Bench;
use super::check::chosen;
use super::commit;
use super::course::Course;
use super::exercise::Exercise;
use super::progress::{Progress, State};
use super::words::{BOLD, DIM, indented, say};
use super::written::place;
use crate::root;

/// Shows what to do in an exercise, or in the open one. Changes nothing.
///
/// # Errors
/// If there is no such exercise, or none is open.
pub fn show(course: &Course, id: Option<&str>) -> io::Result<()> {
    tell(course, chosen(course, id)?)
}

/// Cuts the holes of an exercise, or brings back what was begun. Commits them, on a branch of its own, if that is asked for.
///
/// # Errors
/// If there is no such exercise, or a file cannot be read or written; if git cannot commit.
pub fn start(course: &Course, id: &str, commits: bool) -> io::Result<()> {
    let exercise = course.find(id)?;
    begin(course, exercise)?;
    if commits {
        commit::commit(course, exercise)?;
    }
    tell(course, exercise)?;
    if commit::is_shown_by_git(course, exercise) {
        say!(
            "\n{DIM}An editor that marks what has changed since the last commit shows the solution. `cargo workshop start {id} --commit` hides it.{DIM:#}"
        )?;
    }
    Ok(())
}

/// Cuts the holes of an exercise, or brings back what was begun, and says what has become of other work.
fn begin(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let id = &exercise.id;
    let mut bench = Bench::of(course)?;
    let (is_open, state) = (bench.progress.open() == Some(id.as_str()), bench.progress.state(id));
    bench.put_away_for(exercise)?;
    let is_written = bench.has_news(exercise)?;
    let anew = format!("`cargo workshop reset {id}` cuts it anew");
    if is_open && (is_written || state.is_none()) {
        return say!("{id} is open already; {anew}.\n");
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
    bench.make(&format!("start {id}")).map(drop)
}

/// Starts the first exercise that is neither solved nor given, of all or of the core.
pub fn next(course: &Course, core_only: bool, commits: bool) -> io::Result<()> {
    let progress = Progress::read(&course.root)?;
    match following(course, &progress, core_only) {
        Some(exercise) => start(course, &exercise.id, commits),
        None if core_only => {
            say!("No exercise of the core is left. `cargo workshop next` goes on with the others.")
        }
        None => say!("No exercise is left. `cargo workshop list` shows them all."),
    }
}

/// Returns the first exercise that is neither solved nor given, of all or of the core.
pub fn following<'a>(course: &'a Course, progress: &Progress, core_only: bool) -> Option<&'a Exercise> {
    course.chosen(core_only).find(|exercise| !progress.is_done(&exercise.id))
}

/// Cuts the holes of an exercise anew, or those of the open one.
///
/// # Errors
/// If there is no such exercise, or none is open; if a file cannot be read or written.
pub fn reset(course: &Course, id: Option<&str>) -> io::Result<()> {
    let exercise = chosen(course, id)?;
    let id = &exercise.id;
    let mut bench = Bench::of(course)?;
    bench.put_away_for(exercise)?;
    bench.cut(exercise)?;
    if bench.make(&format!("reset {id}"))? {
        say!("{id} is cut anew; `cargo workshop undo` brings back what you had.\n")?;
    } else {
        say!("{id} is as it was cut: there is nothing to reset.\n")?;
    }
    tell(course, exercise)
}

/// Cuts the holes of an exercise, and puts the solution into those before it that are not solved.
///
/// # Errors
/// If there is no such exercise, or a file cannot be read or written.
pub fn catch_up(course: &Course, id: &str) -> io::Result<()> {
    let exercise = course.find(id)?;
    let mut bench = Bench::of(course)?;
    bench.put_away_for(exercise)?;
    for missed in course.exercises.iter().take_while(|missed| missed.id != id) {
        if bench.progress.state(&missed.id) != Some(State::Solved) {
            let given = bench.give(missed);
            bench.or_say(missed, given)?;
        }
    }
    bench.cut(exercise)?;
    bench.make(&format!("catch-up {id}"))?;
    say!("The exercises before {id} have the solution, unless you have solved them.\n")?;
    tell(course, exercise)
}

/// Says what to write, where, and how it is tested.
fn tell(course: &Course, exercise: &Exercise) -> io::Result<()> {
    say!("{BOLD}{}: {}{BOLD:#}  (about {} minutes)\n", exercise.id, exercise.title, exercise.minutes)?;
    say!("{}\n", indented(&exercise.task))?;
    say!("Write:")?;
    let mut is_cut = false;
    for hole in &exercise.holes {
        // A source that is missing has no lines.
        let text = root::read(&course.path(&hole.file)).unwrap_or_default();
        is_cut |= text.contains(&exercise.mark());
        say!("  {}", place(hole, &text))?;
    }
    say!("\nTest it with `cargo workshop check`, or:")?;
    for command in commands(exercise) {
        say!("  {command}")?;
    }
    if is_cut {
        say!("It fails until you have written the code.")?;
    }
    say!("\n{BOLD}Predict first{BOLD:#}\n{}\n", indented(exercise.section("Predict")))?;
    say!("{BOLD}Why{BOLD:#}\n{}", indented(exercise.section("Why")))?;
    Ok(())
}

/// Returns the commands that run the tests of an exercise without this program: one for each program of tests, and of
/// the modules that the program has for other parts, none.
fn commands(exercise: &Exercise) -> Vec<String> {
    let tests = exercise.tests.iter().filter_map(|test| test.split_once("::"));
    let command = |target: &str| {
        let own = tests.clone().filter(|(its, _)| *its == target);
        let modules: Option<BTreeSet<_>> = own.map(|(_, path)| Some(path.split_once("::")?.0)).collect();
        let filter: String = modules.iter().flatten().map(|module| format!(" {module}::")).collect();
        let filter = if filter.is_empty() { filter } else { format!(" --{filter}") };
        format!("cargo test -p {} --test {target}{filter}", exercise.package())
    };
    targets(&exercise.tests).into_iter().map(command).collect()
}

/// Returns the programs of tests, each once.
pub fn targets(tests: &[String]) -> Vec<&str> {
    let mut targets = Vec::new();
    for target in tests.iter().filter_map(|test| test.split("::").next()) {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    targets
}
