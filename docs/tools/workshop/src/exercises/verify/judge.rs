//! Runs the tests with each answer, and compares what they say with what the exercise promises.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use crate::building::TO_THE_END;
use crate::exercises::answer::WrongAnswer;
use crate::exercises::copy::{self, CUT, VARIABLE};
use crate::exercises::course::Course;
use crate::exercises::exercise::Exercise;
use crate::exercises::failures::{gist, in_order};
use crate::exercises::suite::{Ran, Suite};
use crate::exercises::test::{Ended, How};
use crate::exercises::words::DIM;

/// The time in which a wrong answer is found, on a machine that has nothing else to do.
const DIES_WITHIN: Duration = Duration::from_secs(15);

/// The findings on an exercise.
#[derive(Default)]
pub struct Verdict {
    /// The number of tests.
    pub tests: usize,
    /// A learner's view of each wrong answer: the belief, the first failure, and how long it took.
    pub rows: Vec<String>,
    /// The faults, in words.
    pub faults: Vec<String>,
}

/// The tests of all exercises, compiled with all answers.
pub struct Judge<'a> {
    copy: &'a Course,
    /// All tests of the exercises' packages.
    suite: Suite,
    rounds: usize,
}

impl<'a> Judge<'a> {
    /// Fills the holes of the copy with all answers, and compiles the tests of the exercises' packages.
    pub fn build(copy: &'a Course, exercises: &[&'a Exercise], rounds: usize) -> io::Result<Judge<'a>> {
        for exercise in exercises {
            copy::fill(copy, exercise, &copy.wrong_answers(exercise)?)?;
        }
        let packages: BTreeSet<_> = exercises.iter().map(|exercise| exercise.package()).collect();
        let suite =
            Suite::compile(&copy.root, packages.into_iter().flat_map(|package| ["-p", package]), TO_THE_END)?;
        let suite = suite.map_err(|_| io::Error::other("the answers do not compile side by side"))?;
        Ok(Judge { copy, suite, rounds })
    }

    /// Judges an exercise.
    pub fn judge(&self, exercise: &Exercise) -> io::Result<Verdict> {
        let all = self.suite.of_package(exercise.package());
        let own = all.judging(exercise);
        let mut verdict = Verdict { tests: own.count(), ..Verdict::default() };
        for name in exercise.tests.iter().chain(&exercise.rest).chain([&exercise.predicted]) {
            let is_one = *name == exercise.predicted;
            if all.only(|test| if is_one { test == name } else { test.starts_with(name) }).count() == 0 {
                let what = if is_one { "test is called" } else { "test's name begins with" };
                verdict.faults.push(format!("no {what} `{name}`, which the header has"));
            }
        }
        self.cut(exercise, &all, &mut verdict.faults)?;
        for answer in self.copy.wrong_answers(exercise)? {
            wrong(exercise, &answer, &own, &mut verdict)?;
        }
        for round in 1..=self.rounds {
            let ran = own.run(How::default(), |_| Ok(()))?;
            if !ran.is_green() {
                verdict.faults.push(format!("the solution fails in round {round}: {}", shown(&ran)));
            }
        }
        Ok(verdict)
    }

    /// Judges the hole: its tests name the exercise. Those of earlier exercises pass, or name it, too.
    fn cut(&self, exercise: &Exercise, all: &Suite, faults: &mut Vec<String>) -> io::Result<()> {
        let promised = format!("{}: ", exercise.id);
        for tests in &exercise.tests {
            // Each alone, because one that hangs is the last that runs.
            let ran = run(&all.only(|test| test.starts_with(tests)), exercise, CUT)?;
            if !ran.failed().any(|failed| failed.output.contains(&promised)) {
                faults.push(format!("cut: `{tests}` does not name the exercise: {}", shown(&ran)));
            }
        }
        let earlier = self.copy.exercises.iter().take_while(|earlier| earlier.id != exercise.id);
        for earlier in earlier.filter(|earlier| earlier.package() == exercise.package()) {
            let ran = run(&all.judging(earlier), exercise, CUT)?;
            if !ran.failed().all(|failed| failed.output.contains(&promised)) {
                faults.push(format!("cut: the tests of {} fail: {}", earlier.id, shown(&ran)));
            }
        }
        Ok(())
    }
}

/// Judges a wrong answer: the tests fail in time, and the first failure is the one that the answer promises.
fn wrong(exercise: &Exercise, answer: &WrongAnswer, own: &Suite, verdict: &mut Verdict) -> io::Result<()> {
    let WrongAnswer { name, dies, says, .. } = answer;
    let ran = run(own, exercise, name)?;
    let faults = &mut verdict.faults;
    if ran.time > DIES_WITHIN {
        faults.push(format!("{name} lives for {} s", ran.time.as_secs()));
    }
    let failed = in_order(exercise, &ran);
    match failed.first() {
        None => faults.push(format!("{name} survives the exercise's tests")),
        Some(first) => {
            if first.name != *dies {
                faults.push(format!("{name}: first is not `{dies}`, but `{}`", first.name));
            }
            if !first.output.contains(says) {
                faults.push(format!("{name}: nothing says `{says}`: {}", shown(&ran)));
            }
        }
    }
    let said = failed.first().map(|failed| gist(&failed.output)).unwrap_or_default();
    let said = said.lines().next().unwrap_or("no test fails");
    let (belief, seconds) = (&answer.belief, ran.time.as_secs_f64());
    verdict.rows.push(format!("\"{belief}\"\n{said}\n  {DIM}{dies}, {seconds:.1} s{DIM:#}"));
    Ok(())
}

/// Runs tests with an answer.
fn run(suite: &Suite, exercise: &Exercise, answer: &str) -> io::Result<Ran> {
    let value = copy::value(exercise, answer);
    suite.run(How { variable: Some((VARIABLE, &value)), is_traced: true, ..How::default() }, |_| Ok(()))
}

/// Returns what came of a run, in short.
fn shown(ran: &Ran) -> String {
    let mut text = ran.counts();
    for Ended { name, end, output, .. } in ran.failed() {
        text += &format!("\n  {name}: {end}{}", gist(output));
    }
    text
}
