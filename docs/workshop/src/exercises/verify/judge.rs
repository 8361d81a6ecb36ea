//! Runs the tests with each answer, and compares what they say with what the exercise promises.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use super::switch::{self, CUT, VARIABLE};
use super::{Row, Verdict};
use crate::exercises::answer::Answer;
use crate::exercises::compile::{Program, compile};
use crate::exercises::course::Course;
use crate::exercises::exercise::Exercise;
use crate::exercises::failures::{gist, in_order};
use crate::exercises::ran::{Failed, Ran};
use crate::exercises::suite::{REST, Suite};
use crate::exercises::tests::How;

/// A wrong answer is found after so long, at the latest, on a machine that has nothing else to do.
const DIES_WITHIN: Duration = Duration::from_secs(15);

/// Of a message, a fault shows so many lines.
const SHOWN: usize = 12;

/// The tests of all exercises, compiled with all answers.
pub struct Judge<'a> {
    course: &'a Course,
    programs: Vec<Program>,
    rounds: usize,
}

impl<'a> Judge<'a> {
    /// Compiles the tests of the packages that the exercises are in.
    ///
    /// # Errors
    /// If they do not compile.
    pub fn build(course: &'a Course, exercises: &[&Exercise], rounds: usize) -> io::Result<Judge<'a>> {
        let packages: BTreeSet<_> = exercises.iter().map(|exercise| exercise.package()).collect();
        let which: Vec<_> = packages.into_iter().flat_map(|package| ["-p", package]).collect();
        let programs = compile(&course.root, &which)?;
        let programs = programs.ok_or_else(|| io::Error::other("the answers do not compile side by side"))?;
        Ok(Judge { course, programs, rounds })
    }

    /// Judges an exercise.
    ///
    /// # Errors
    /// If a test cannot be run.
    pub fn verdict(&self, exercise: &Exercise) -> io::Result<Verdict> {
        let mut verdict = Verdict::default();
        let own = Suite::judging(self.programs(exercise), exercise)?;
        self.cut(exercise, &own, &mut verdict)?;
        for answer in &exercise.wrong {
            self.wrong(exercise, answer, &own, &mut verdict)?;
        }
        for _ in 0..self.rounds {
            let ran = own.run(How::default(), |_, _| Ok(()))?;
            verdict.tests = ran.passed.len();
            verdict.rounds += usize::from(ran.is_green());
            if !ran.is_green() && verdict.rounds + 3 > self.rounds {
                verdict.faults.push(format!("the solution fails: {}", shown(&ran)));
            }
        }
        if verdict.rounds < self.rounds {
            verdict.faults.push(format!("only {} of {} rounds pass", verdict.rounds, self.rounds));
        }
        Ok(verdict)
    }

    /// The hole: its tests fail and name the exercise. The tests of earlier exercises pass, or name it as well.
    fn cut(&self, exercise: &Exercise, own: &Suite, verdict: &mut Verdict) -> io::Result<()> {
        let promised = format!("{}: ", exercise.id);
        let ran = run(own, exercise, CUT, How::default())?;
        for named in &exercise.tests {
            let mut failed = ran.failed.iter().filter(|failed| named.has_test(&failed.name));
            if !failed.any(|failed| failed.output.contains(&promised)) {
                verdict.faults.push(format!("cut: `{named}` does not name the exercise: {}", shown(&ran)));
            }
        }
        let earlier = self.course.exercises.iter().take_while(|earlier| earlier.id != exercise.id);
        for earlier in earlier.filter(|earlier| earlier.package() == exercise.package()) {
            let suite = self.suite(exercise, |test| earlier.rank(test).is_some())?;
            let ran = run(&suite, exercise, CUT, How::default())?;
            let names_it = ran.failed.iter().all(|failed| failed.output.contains(&promised));
            let has_failed = !ran.failed.is_empty() && ran.hung.is_empty();
            if !(ran.is_green() || has_failed && names_it) {
                verdict.faults.push(format!("cut: the tests of {} fail: {}", earlier.id, shown(&ran)));
            }
        }
        Ok(())
    }

    /// A wrong answer: the exercise's tests fail in time, and first is shown what the answer promises.
    fn wrong(
        &self,
        exercise: &Exercise,
        answer: &Answer,
        own: &Suite,
        verdict: &mut Verdict,
    ) -> io::Result<()> {
        let Answer { name, dies, says, .. } = answer;
        let mut ran = run(own, exercise, name, How::default())?;
        let took = ran.time;
        verdict.slowest = verdict.slowest.max(took);
        let faults = &mut verdict.faults;
        if took > DIES_WITHIN {
            faults.push(format!("{name} lives for {} s", took.as_secs()));
        }
        if !ran.has_failed() {
            let rest = self.suite(exercise, |test| exercise.can_break(test))?;
            ran = run(&rest, exercise, name, How { limit: REST, is_one_enough: true, ..How::default() })?;
            faults.push(format!("{name} survives the exercise's tests"));
        } else if let Some(first) = in_order(exercise, &ran).first() {
            if first.name != dies.to_string() {
                faults.push(format!("{name}: first is not `{dies}`, but `{}`", first.name));
            }
            if !first.output.contains(says) {
                faults.push(format!("{name}: nothing says `{says}`: {}", shown(&ran)));
            }
        } else {
            faults.push(format!("{name} hangs: {}", shown(&ran)));
        }
        let row = |failed: &&Failed| {
            (failed.name.clone(), gist(&failed.output, SHOWN).lines().next().unwrap_or_default().to_owned())
        };
        let first = in_order(exercise, &ran).first().map(row);
        verdict.rows.push(Row { belief: answer.belief.clone(), first, time: took });
        Ok(())
    }

    /// Returns tests of the exercise's package.
    fn suite(&self, exercise: &Exercise, is_chosen: impl Fn(&str) -> bool) -> io::Result<Suite> {
        Suite::of(self.programs(exercise), is_chosen)
    }

    /// Returns the programs of the exercise's package.
    fn programs(&self, exercise: &Exercise) -> Vec<Program> {
        self.programs.iter().filter(|program| program.package == exercise.package()).cloned().collect()
    }
}

/// Runs tests with an answer.
fn run(suite: &Suite, exercise: &Exercise, answer: &str, how: How<'_>) -> io::Result<Ran> {
    let value = switch::value(exercise, answer);
    suite.run(How { variable: Some((VARIABLE, &value)), ..how }, |_, _| Ok(()))
}

/// Returns what came of a run, in short.
fn shown(ran: &Ran) -> String {
    let mut text = ran.counts();
    for Failed { name, end, output } in &ran.failed {
        text += &format!("\n  {name}: {end}{}", gist(output, SHOWN));
    }
    for hung in &ran.hung {
        text += &format!("\n  {hung} hangs");
    }
    text
}
