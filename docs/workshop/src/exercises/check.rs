//! `check`: builds and runs the tests of an exercise, and says what came of it.

use std::io;
use std::time::Duration;

use super::answer::Answer;
use super::bench::{ALLOW, Bench};
use super::course::Course;
use super::exercise::Exercise;
use super::failures;
use super::hole;
use super::pristine;
use super::progress::State;
use super::ran::Ran;
use super::start::targets;
use super::tests::{self, SILENCE};
use super::words::{BOLD, DIM, indented, say};
use crate::root;

/// Checks an exercise, or the open one. Returns whether its tests pass.
///
/// # Errors
/// If there is no such exercise, or none is open; if cargo or the tests cannot be run.
pub fn check(course: &Course, id: Option<&str>, patience: Duration) -> io::Result<bool> {
    let exercise = chosen(course, id)?;
    if let Some(place) = untouched(course, exercise)? {
        say!("{BOLD}Nothing is written yet:{BOLD:#} {place}. `cargo workshop hint` helps.")?;
        return Ok(false);
    }
    if is_restored(course, exercise)? {
        say!(
            "{BOLD}The hole has the course's own code,{BOLD:#} which something has restored, such as `git checkout`."
        )?;
        say!("`cargo workshop reset {}` cuts it again.", exercise.id)?;
        return Ok(false);
    }
    let show = |name: &str, passed| {
        let word = if passed { "passed" } else { "FAILED" };
        say!("{DIM}{word:<7}{name}{DIM:#}")
    };
    let tested = written(course, exercise)?;
    let Some(ran) = run(course, exercise, patience, show)? else {
        say!(
            "\n{BOLD}{} does not compile yet.{BOLD:#} The compiler's first error is the one to fix first.",
            exercise.id
        )?;
        return Ok(false);
    };
    let mut bench = Bench::of(course)?;
    if written(course, exercise)? != tested {
        let verdict = if ran.is_green() { "passed" } else { "failed" };
        say!(
            "\n{BOLD}{} {verdict} as it was when the tests began.{BOLD:#} You have saved since then.",
            exercise.id
        )?;
        say!("`cargo workshop check` tests what is there now.")?;
        return Ok(false);
    }
    if !ran.is_green() {
        for answer in exercise.wrong.iter().filter(|answer| fails_like(&ran, exercise, answer)) {
            bench.progress.meet(&exercise.id, &answer.name);
        }
        bench.note()?;
        failures::show(exercise, &ran)?;
        return Ok(false);
    }
    let is_open = bench.progress.open() == Some(&exercise.id);
    let is_given = bench.progress.state(&exercise.id) == Some(State::Given);
    let is_solved = is_open && !is_given;
    let avoided = exercise.wrong.iter().filter(|answer| !bench.progress.has_met(&exercise.id, &answer.name));
    let avoided: Vec<_> = avoided.collect();
    if is_solved {
        bench.solved(exercise)?;
        bench.make_for_good(&format!("check {}", exercise.id))?;
    }
    let verdict = if is_solved { "is solved" } else { "passes" };
    say!("\n{BOLD}{} {verdict}: {} tests pass.{BOLD:#}", exercise.id, ran.passed)?;
    if is_solved && !avoided.is_empty() {
        say!("You have avoided these mistakes:")?;
        for answer in avoided {
            say!("{}", indented(&format!("- \"{}\" {}", answer.belief.trim_end_matches('.'), answer.why)))?;
        }
    }
    say!(
        "\n`cargo workshop solution` shows your code beside the solution; `cargo workshop next` goes on, and `next \
         --core` with the core."
    )?;
    Ok(true)
}

/// Returns the sources of an exercise as they are now.
fn written(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    exercise.holes.iter().map(|hole| course.source(exercise, hole)).collect()
}

/// Returns where the first hole is, if all holes of an exercise are as they were cut.
fn untouched(course: &Course, exercise: &Exercise) -> io::Result<Option<String>> {
    let mut place = None;
    for hole in &exercise.holes {
        let text = course.source(exercise, hole)?;
        match hole::body(&text, &hole.path) {
            Some(body) if text[body.clone()].contains(&exercise.mark()) => {
                let line = text[..body.start].lines().count();
                place.get_or_insert(format!("{}:{line}  {}", hole.file, hole.path));
            }
            _ => return Ok(None),
        }
    }
    Ok(place)
}

/// Tells whether an open exercise has the course's own code, though the learner has not taken it. A learner may write
/// the same code, but neither writes the same comments, nor removes the first line of the library.
fn is_restored(course: &Course, exercise: &Exercise) -> io::Result<bool> {
    let progress = Bench::progress(course)?;
    let state = progress.state(&exercise.id);
    let Ok(texts) = pristine::texts(course, exercise) else { return Ok(false) };
    let (mut is_same, mut has_comments) = (true, false);
    for (hole, text) in exercise.holes.iter().zip(&texts) {
        let found = course.source(exercise, hole)?;
        let [found, ours] = [&found, text].map(|text| hole::body(text, &hole.path).map(|body| &text[body]));
        is_same &= found == ours;
        has_comments |= ours.is_some_and(|body| body.contains("//"));
    }
    let library = root::read(&course.path(&format!("{}/src/lib.rs", exercise.package())))?;
    let is_marked = state == Some(State::Solved) || library.starts_with(ALLOW);
    let is_given = progress.open() != Some(&exercise.id) || state == Some(State::Given);
    Ok(is_same && !is_given && (!is_marked || has_comments))
}

/// Tells whether the test fails in which this wrong answer fails, and not only because a hole is still open.
fn fails_like(ran: &Ran, exercise: &Exercise, answer: &Answer) -> bool {
    let name = answer.dies.to_string();
    ran.failed.iter().any(|failed| failed.name == name && !failed.output.contains(&exercise.message()))
}

/// Checks every exercise, and says which pass. Returns whether all do.
///
/// # Errors
/// If cargo or the tests cannot be run.
pub fn check_all(course: &Course) -> io::Result<bool> {
    let mut all_pass = true;
    for exercise in &course.exercises {
        let ran = run(course, exercise, SILENCE, |_, _| Ok(()))?;
        let word = match &ran {
            None => "does not compile".to_owned(),
            Some(ran) if ran.is_green() => format!("{} passed", ran.passed),
            Some(ran) => ran.counts(),
        };
        all_pass &= ran.is_some_and(|ran| ran.is_green());
        say!("{:<16} {word}", exercise.id)?;
    }
    Ok(all_pass)
}

/// Returns the exercise that is meant.
///
/// # Errors
/// If there is no such exercise, or none is open.
pub fn chosen<'a>(course: &'a Course, id: Option<&str>) -> io::Result<&'a Exercise> {
    let progress = Bench::progress(course)?;
    let none = || root::not_found("no exercise is open: `cargo workshop next` starts one".into());
    let id = id.or(progress.open()).ok_or_else(none)?;
    Ok(course.find(id)?.1)
}

/// Builds and runs the tests of an exercise. Returns `None` if they do not compile.
///
/// # Errors
/// If cargo or the tests cannot be run.
fn run(
    course: &Course,
    exercise: &Exercise,
    patience: Duration,
    mut show: impl FnMut(&str, bool) -> io::Result<()>,
) -> io::Result<Option<Ran>> {
    let targets = targets(&exercise.tests);
    let mut which = vec!["-p", exercise.package()];
    which.extend(targets.iter().flat_map(|target| ["--test", target]));
    let Some(programs) = tests::build(&course.root, &which)? else { return Ok(None) };
    let mut all = Ran::default();
    for mut program in programs {
        program.patience = patience;
        let ran = program.run(&exercise.tests, None, |name, passed| {
            show(&format!("{}::{name}", program.target), passed)
        })?;
        all.add(ran);
    }
    Ok(Some(all))
}
