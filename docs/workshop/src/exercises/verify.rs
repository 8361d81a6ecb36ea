//! `verify`: whether every exercise holds what it promises.
//!
//! All is done in a copy of the workspace. The answers of all exercises are compiled once, behind a switch that an
//! environment variable sets when a test runs: so one build serves every hole and every wrong answer.

mod judge;
mod scratch;
mod switch;
mod texts;
mod trips;

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::course::Course;
use super::exercise::Exercise;
use super::words::{BOLD, DIM, say};
use judge::Judge;

/// What was found out of an exercise.
#[derive(Debug, Default)]
struct Verdict {
    /// The lines of its holes.
    lines: usize,
    tests: usize,
    /// How long the slowest wrong answer took to die, as on a machine that has nothing else to do.
    slowest: Duration,
    /// What a learner sees of each wrong answer.
    rows: Vec<Row>,
    /// How many rounds of the tests passed.
    rounds: usize,
    /// What is wrong.
    faults: Vec<String>,
}

/// What a learner sees of a wrong answer.
#[derive(Debug)]
struct Row {
    belief: String,
    /// The test that is shown first, and the first line of its message. `None` if no test fails.
    first: Option<(String, String)>,
    /// How long the exercise's tests took, as on a machine that has nothing else to do.
    time: Duration,
}

/// Verifies these exercises, or all. Returns whether nothing is wrong.
///
/// # Errors
/// If there is no such exercise, if a file cannot be read or written, or if cargo or a test cannot be run.
pub fn verify(course: &Course, ids: &[String], rounds: usize, has_table: bool) -> io::Result<bool> {
    let began = Instant::now();
    let chosen = match ids {
        [] => course.exercises.iter().collect::<Vec<_>>(),
        _ => ids.iter().map(|id| Ok(course.find(id)?.1)).collect::<io::Result<_>>()?,
    };
    let copy = scratch::copy(course)?;
    let mut verdicts = BTreeMap::new();
    for exercise in &chosen {
        say!("{}: cut, solution, reset and undo", exercise.id)?;
        let mut faults = texts::faults(course, exercise)?;
        faults.extend(trips::faults(&copy, exercise)?);
        let lines = trips::lines(course, exercise);
        verdicts.insert(exercise.id.as_str(), Verdict { lines, faults, ..Verdict::default() });
    }
    say!("Compiling all answers")?;
    switch::fill(&copy, &chosen)?;
    let judge = Judge::build(&copy, &chosen, rounds)?;
    in_parallel(&chosen, |exercise| {
        let judged = judge.verdict(exercise)?;
        say!("{}: {} faults", exercise.id, judged.faults.len())?;
        Ok(judged)
    })?
    .into_iter()
    .zip(&chosen)
    .for_each(|(judged, exercise)| {
        let verdict = verdicts.entry(&exercise.id).or_default();
        let (lines, mut faults) = (verdict.lines, std::mem::take(&mut verdict.faults));
        faults.extend(judged.faults);
        *verdict = Verdict { lines, faults, ..judged };
    });
    scratch::restore(course, &copy)?;
    let left_out = texts::left_out(course)?;
    for fault in &left_out {
        say!("\n{fault}")?;
    }
    if has_table {
        table(&chosen, &verdicts)?;
    }
    let is_well = show(&chosen, &verdicts, rounds, began.elapsed())?;
    Ok(is_well && left_out.is_empty())
}

/// Calls `work` for each exercise, as many at once as there are processors.
fn in_parallel<T: Send>(
    exercises: &[&Exercise],
    work: impl Fn(&Exercise) -> io::Result<T> + Sync,
) -> io::Result<Vec<T>> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(exercise) = exercises.get(index) else { break };
                    let result = work(exercise);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Shows what a learner sees of each wrong answer.
fn table(chosen: &[&Exercise], verdicts: &BTreeMap<&str, Verdict>) -> io::Result<()> {
    for exercise in chosen {
        say!("\n{BOLD}{}: {}{BOLD:#}", exercise.id, exercise.title)?;
        for Row { belief, first, time } in &verdicts[exercise.id.as_str()].rows {
            let (test, message) = first.as_ref().map_or(("no test fails", ""), |(test, said)| (test, said));
            say!("\n\"{belief}\"\n{message}\n  {DIM}{test}, {:.1} s{DIM:#}", time.as_secs_f64())?;
        }
    }
    Ok(())
}

/// Shows the figures of each exercise, and below them what is wrong.
fn show(
    chosen: &[&Exercise],
    verdicts: &BTreeMap<&str, Verdict>,
    rounds: usize,
    took: Duration,
) -> io::Result<bool> {
    say!("\n{BOLD}exercise          lines  tests  wrong answers  slowest  rounds  faults{BOLD:#}")?;
    for exercise in chosen {
        let verdict = &verdicts[exercise.id.as_str()];
        say!(
            "{:<16}  {:>5}  {:>5}  {:>13}  {:>5.1} s  {:>3}/{rounds}  {:>6}",
            exercise.id,
            verdict.lines,
            verdict.tests,
            exercise.wrong.len(),
            verdict.slowest.as_secs_f64(),
            verdict.rounds,
            verdict.faults.len()
        )?;
    }
    let faults: Vec<_> = chosen
        .iter()
        .flat_map(|exercise| verdicts[exercise.id.as_str()].faults.iter().map(|fault| (&exercise.id, fault)))
        .collect();
    for (id, fault) in &faults {
        say!("\n{BOLD}{id}{BOLD:#}: {fault}")?;
    }
    say!(
        "\n{} exercises, {} faults, {} min {} s",
        chosen.len(),
        faults.len(),
        took.as_secs() / 60,
        took.as_secs() % 60
    )?;
    Ok(faults.is_empty())
}
