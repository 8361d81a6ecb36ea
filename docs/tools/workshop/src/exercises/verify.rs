//! `verify`: whether every exercise holds what it promises.
//!
//! All is done in a copy of the workspace. The answers of all exercises are compiled once, behind a switch
//! that an environment variable sets when a test runs: so one build serves every hole and every wrong answer.

mod judge;

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::course::Course;
use super::exercise::{Exercise, targets};
use super::words::{BOLD, number, say};
use super::{copy, store};
use crate::building::{build, cargo};
use crate::root;
use judge::{Judge, Verdict};

/// Verifies these exercises, or all. Returns whether nothing is wrong.
pub fn verify(course: &Course, ids: &[String], rounds: usize, has_table: bool) -> io::Result<bool> {
    let since = Instant::now();
    let chosen = match ids {
        [] => course.exercises.iter().collect::<Vec<_>>(),
        _ => ids.iter().map(|id| course.find(id)).collect::<io::Result<_>>()?,
    };
    for id in &course.missing {
        say!("a chapter has the exercise {id}, and docs/exercises has not")?;
    }
    let copy = copy::of(course)?;
    say!("Compiling all holes")?;
    let compiles = cut_compiles(&copy, &chosen)?;
    if !compiles {
        say!("\nwhat is cut does not compile, as the compiler says above")?;
    }
    say!("Compiling all answers")?;
    let judge = Judge::build(&copy, &chosen, rounds, !has_table)?;
    say!("\n{BOLD}exercise          tests  wrong answers  faults{BOLD:#}")?;
    let faults = judge_all(&judge, &chosen, has_table)?;
    let count = course.missing.len() + usize::from(!compiles) + faults.len();
    let [exercises, number_of_faults] =
        [(chosen.len(), "exercise"), (count, "fault")].map(|(count, noun)| number(count, noun));
    say!("\n{exercises}, {number_of_faults}, {} s", since.elapsed().as_secs())?;
    // Once more, because they stand far above.
    faults.iter().try_for_each(|fault| say!("\n{fault}"))?;
    Ok(count == 0)
}

/// Judges a few exercises at a time, because most wrong answers hang. Shows what it finds, and returns the faults.
fn judge_all(judge: &Judge<'_>, exercises: &[&Exercise], has_table: bool) -> io::Result<Vec<String>> {
    let open = Mutex::new(exercises.iter());
    let judge_some = || {
        let mut all = Vec::new();
        loop {
            let next = open.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(exercise) = next else { return Ok(all) };
            let Verdict { tests, rows, faults } = judge.judge(exercise)?;
            let (id, wrong) = (&exercise.id, rows.len());
            let mut shown = format!("{id:<16}  {tests:>5}  {wrong:>13}  {:>6}", faults.len());
            rows.iter().filter(|_| has_table).for_each(|row| shown += &format!("\n\n{row}"));
            let faults: Vec<_> =
                faults.into_iter().map(|fault| format!("{BOLD}{id}{BOLD:#}: {fault}")).collect();
            faults.iter().for_each(|fault| shown += &format!("\n\n{fault}"));
            say!("{shown}")?;
            all.extend(faults);
        }
    };
    thread::scope(|scope| {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..4 * processors).map(|_| scope.spawn(judge_some)).collect();
        let found = threads.into_iter().map(|thread| thread.join().expect("a judge does not panic"));
        Ok(found.collect::<io::Result<Vec<_>>>()?.concat())
    })
}

/// Cuts exercises in a copy of the workspace, and brings back the sources. Returns whether the cut sources compile.
fn cut_compiles(copy: &Course, exercises: &[&Exercise]) -> io::Result<bool> {
    let mut sources = BTreeMap::new();
    for exercise in exercises {
        for hole in &exercise.holes {
            let path = copy.path(&hole.file);
            let text = root::read(&path)?;
            let cut = hole.cut(&text, &exercise.message()).ok_or_else(|| hole.missing())?;
            store::write(&path, cut.as_bytes())?;
            sources.entry(path).or_insert(text);
        }
    }
    let compiles = compiles(copy, exercises)?;
    sources.iter().try_for_each(|(path, text)| store::write(path, text.as_bytes()))?;
    Ok(compiles)
}

/// Tells whether the exercises and their tests compile.
fn compiles(copy: &Course, exercises: &[&Exercise]) -> io::Result<bool> {
    let mut command = cargo();
    command.current_dir(&copy.root).args(["check", "--lib"]);
    for exercise in exercises {
        command.args(["-p", exercise.package()]);
        command.args(targets(&exercise.tests).iter().flat_map(|target| ["--test", target]));
    }
    Ok(build(&mut command)?.is_ok())
}
