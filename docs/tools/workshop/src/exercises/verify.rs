//! `verify`: whether every exercise holds what it promises.
//!
//! All is done in a copy of the workspace. The answers of all exercises are compiled once, behind a switch that an
//! environment variable sets when a test runs: so one build serves every hole and every wrong answer.

mod judge;
pub mod scratch;
pub mod switch;
mod trips;

use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::course::Course;
use super::exercise::Exercise;
use super::words::{BOLD, say};
use judge::Judge;

/// The findings on an exercise.
#[derive(Debug, Default)]
struct Verdict {
    /// A learner's view of each wrong answer: the belief, the test that is shown first and its message, and how long it took.
    rows: Vec<String>,
    /// The longest time that the tests took with a wrong answer, as on a machine that has nothing else to do.
    slowest: Duration,
    /// The faults, in words.
    faults: Vec<String>,
}

/// Verifies these exercises, or all. Returns whether nothing is wrong.
///
/// # Errors
/// If there is no such exercise, if a file cannot be read or written, or if cargo or a test cannot be run.
pub fn verify(course: &Course, ids: &[String], rounds: usize, has_table: bool) -> io::Result<bool> {
    let began = Instant::now();
    let chosen = match ids {
        [] => course.exercises.iter().collect::<Vec<_>>(),
        _ => ids.iter().map(|id| course.find(id)).collect::<io::Result<_>>()?,
    };
    let copy = scratch::copy(course)?;
    say!("Compiling all holes")?;
    let faults = trips::faults(&copy, &chosen)?;
    faults.iter().try_for_each(|fault| say!("\n{fault}"))?;
    say!("Compiling all answers")?;
    switch::fill(&copy, &chosen)?;
    let judge = Judge::build(&copy, &chosen, rounds)?;
    say!("\n{BOLD}exercise          tests  wrong answers  slowest  faults{BOLD:#}")?;
    let count = faults.len() + judge_all(&judge, &chosen, has_table)?;
    say!("\n{} exercises, {count} faults, {} s", chosen.len(), began.elapsed().as_secs())?;
    Ok(count == 0)
}

/// Judges the exercises, as many at once as there are processors, and shows what is found. Returns the number of faults.
fn judge_all(judge: &Judge<'_>, exercises: &[&Exercise], has_table: bool) -> io::Result<usize> {
    let open = Mutex::new(exercises.iter());
    let judge_some = || {
        let mut count = 0;
        loop {
            let next = open.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(exercise) = next else { return Ok(count) };
            let Verdict { rows, slowest, faults } = judge.judge(exercise)?;
            let (id, tests, wrong) = (&exercise.id, judge.own(exercise).len(), exercise.wrong.len());
            let mut shown = format!(
                "{id:<16}  {tests:>5}  {wrong:>13}  {:>5.1} s  {:>6}",
                slowest.as_secs_f64(),
                faults.len()
            );
            rows.iter().filter(|_| has_table).for_each(|row| shown += &format!("\n\n{row}"));
            faults.iter().for_each(|fault| shown += &format!("\n\n{BOLD}{id}{BOLD:#}: {fault}"));
            say!("{shown}")?;
            count += faults.len();
        }
    };
    thread::scope(|scope| {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(judge_some)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a judge does not panic")).sum()
    })
}
