//! `verify`: whether every exercise holds what it promises.
//!
//! All is done in a copy of the workspace. The answers of all exercises are compiled once, behind a switch that an
//! environment variable sets when a test runs: so one build serves every hole and every wrong answer.

mod judge;
mod scratch;
mod switch;
mod trips;

use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::course::Course;
use super::exercise::Exercise;
use super::hole;
use super::words::{BOLD, DIM, say};
use judge::Judge;

/// The longest that the holes of an exercise may be, in lines.
const MOST_LINES: usize = 25;

/// The findings on an exercise.
#[derive(Debug, Default)]
struct Verdict {
    /// The lines of its holes.
    lines: usize,
    tests: usize,
    /// A learner's view of each wrong answer.
    rows: Vec<Row>,
    /// The number of rounds in which the tests passed.
    rounds: usize,
    /// The faults, in words.
    faults: Vec<String>,
}

/// A learner's view of a wrong answer.
#[derive(Debug)]
struct Row {
    belief: String,
    /// The test that is shown first, and the first line of its message. `None` if no test fails.
    first: Option<(String, String)>,
    /// The time that the exercise's tests took, as on a machine that has nothing else to do.
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
    let verdicts = chosen.iter().map(|exercise| Verdict::of(&copy, exercise));
    let mut verdicts = verdicts.collect::<io::Result<Vec<_>>>()?;
    say!("Compiling all holes")?;
    let faults = trips::faults(&copy, &chosen)?;
    faults.iter().try_for_each(|fault| say!("\n{fault}"))?;
    say!("Compiling all answers")?;
    switch::fill(&copy, &chosen)?;
    judge(&Judge::build(&copy, &chosen, rounds)?, &chosen, &mut verdicts)?;
    let verdicts: Vec<_> = chosen.into_iter().zip(verdicts).collect();
    if has_table {
        table(&verdicts)?;
    }
    let is_well = show(&verdicts, rounds, began.elapsed())?;
    Ok(is_well && faults.is_empty())
}

impl Verdict {
    /// Returns the verdict on the length of an exercise's holes, before any test has run.
    fn of(copy: &Course, exercise: &Exercise) -> io::Result<Verdict> {
        let mut verdict = Verdict::default();
        for hole in &exercise.holes {
            let text = copy.source(exercise, hole)?;
            // Without the lines of the braces.
            let lines = hole::body(&text, &hole.path).map_or(0, |body| text[body].lines().count());
            verdict.lines += lines.saturating_sub(2);
        }
        if verdict.lines > MOST_LINES {
            verdict.faults.push(format!("{} lines are too many for a hole", verdict.lines));
        }
        Ok(verdict)
    }
}

/// Judges the exercises, as many at once as there are processors.
fn judge(judge: &Judge<'_>, exercises: &[&Exercise], verdicts: &mut [Verdict]) -> io::Result<()> {
    let open = Mutex::new(exercises.iter().zip(verdicts));
    let judge_all = || {
        loop {
            let next = open.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((exercise, verdict)) = next else { return io::Result::Ok(()) };
            judge.judge(exercise, verdict)?;
            say!("{}: {} faults", exercise.id, verdict.faults.len())?;
        }
    };
    thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(judge_all)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a judge does not panic"))
    })
}

/// Shows what a learner sees of each wrong answer.
fn table(verdicts: &[(&Exercise, Verdict)]) -> io::Result<()> {
    for (exercise, verdict) in verdicts {
        say!("\n{BOLD}{}: {}{BOLD:#}", exercise.id, exercise.title)?;
        for Row { belief, first, time } in &verdict.rows {
            let (test, message) = first.as_ref().map_or(("no test fails", ""), |(test, said)| (test, said));
            say!("\n\"{belief}\"\n{message}\n  {DIM}{test}, {:.1} s{DIM:#}", time.as_secs_f64())?;
        }
    }
    Ok(())
}

/// Shows the figures of each exercise, and below them what is wrong.
fn show(verdicts: &[(&Exercise, Verdict)], rounds: usize, took: Duration) -> io::Result<bool> {
    say!("\n{BOLD}exercise          lines  tests  wrong answers  slowest  rounds  faults{BOLD:#}")?;
    let mut count = 0;
    for (exercise, verdict) in verdicts {
        let Verdict { lines, tests, faults, .. } = verdict;
        let slowest = verdict.rows.iter().map(|row| row.time).max().unwrap_or_default().as_secs_f64();
        let (id, wrong, passed, faulty) = (&exercise.id, exercise.wrong.len(), verdict.rounds, faults.len());
        say!(
            "{id:<16}  {lines:>5}  {tests:>5}  {wrong:>13}  {slowest:>5.1} s  {passed:>3}/{rounds}  {faulty:>6}"
        )?;
        count += faulty;
    }
    for (exercise, verdict) in verdicts {
        verdict.faults.iter().try_for_each(|fault| say!("\n{BOLD}{}{BOLD:#}: {fault}", exercise.id))?;
    }
    let (minutes, seconds) = (took.as_secs() / 60, took.as_secs() % 60);
    say!("\n{} exercises, {count} faults, {minutes} min {seconds} s", verdicts.len())?;
    Ok(count == 0)
}
