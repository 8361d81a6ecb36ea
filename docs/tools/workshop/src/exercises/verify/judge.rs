//! Runs the tests with each answer, and compares what they say with what the exercise promises.

use std::collections::BTreeSet;
use std::io;

use crate::building::TO_THE_END;
use crate::exercises::belief::{found, shown};
use crate::exercises::copy::{self, CUT, VARIABLE};
use crate::exercises::course::Course;
use crate::exercises::exercise::{Exercise, targets};
use crate::exercises::failures::in_order;
use crate::exercises::suite::{Ran, Suite};
use crate::exercises::test::How;

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
    /// The tests that the exercises of a package name, of each of their packages.
    suite: Suite,
    rounds: usize,
    /// Whether nothing shows what a panic says.
    is_terse: bool,
}

impl<'a> Judge<'a> {
    /// Fills the holes of the copy with all answers, and compiles the tests that the exercises name.
    pub fn build(
        copy: &'a Course,
        exercises: &[&'a Exercise],
        rounds: usize,
        is_terse: bool,
    ) -> io::Result<Judge<'a>> {
        for exercise in exercises {
            copy::fill(copy, exercise, &copy.wrong_answers(exercise)?)?;
        }
        let packages: BTreeSet<_> = exercises.iter().map(|exercise| exercise.package()).collect();
        // Tests of earlier exercises run, too.
        let of_packages = copy.exercises.iter().filter(|exercise| packages.contains(exercise.package()));
        let files: BTreeSet<_> = of_packages
            .flat_map(|Exercise { tests, rest, .. }| targets(tests).into_iter().chain(targets(rest)))
            .collect();
        let which = packages.into_iter().map(|package| ["-p", package]);
        let which = which.chain(files.into_iter().map(|file| ["--test", file]));
        let suite = Suite::compile(&copy.root, which.flatten(), TO_THE_END)?;
        let suite = suite.map_err(|_| io::Error::other("the answers do not compile side by side"))?;
        Ok(Judge { copy, suite, rounds, is_terse })
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
            let ran = self.run(&own, exercise, &answer.name)?;
            match found(&answer, &ran, &in_order(exercise, &ran)) {
                Ok(row) => verdict.rows.push(row),
                Err(fault) => verdict.faults.push(fault),
            }
        }
        for round in 1..=self.rounds {
            let ran = own.run(How { is_terse: self.is_terse, ..How::default() }, |_| Ok(()))?;
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
            let ran = self.run(&all.only(|test| test.starts_with(tests)), exercise, CUT)?;
            if !ran.failed().any(|failed| failed.output.contains(&promised)) {
                faults.push(format!("cut: `{tests}` does not name the exercise: {}", shown(&ran)));
            }
        }
        let earlier = self.copy.exercises.iter().take_while(|earlier| earlier.id != exercise.id);
        for earlier in earlier.filter(|earlier| earlier.package() == exercise.package()) {
            let ran = self.run(&all.judging(earlier), exercise, CUT)?;
            if !ran.failed().all(|failed| failed.output.contains(&promised)) {
                faults.push(format!("cut: the tests of {} fail: {}", earlier.id, shown(&ran)));
            }
        }
        Ok(())
    }

    /// Runs tests with an answer.
    fn run(&self, suite: &Suite, exercise: &Exercise, answer: &str) -> io::Result<Ran> {
        let value = copy::value(exercise, answer);
        let variable = Some((VARIABLE, value.as_str()));
        suite.run(How { variable, is_traced: true, is_terse: self.is_terse, ..How::default() }, |_| Ok(()))
    }
}
