//! Runs the tests with each answer, and compares what they say with what the exercise promises.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use super::Verdict;
use super::switch::{self, CUT, VARIABLE};
use crate::exercises::answer::Answer;
use crate::exercises::course::Course;
use crate::exercises::exercise::{Exercise, Named};
use crate::exercises::ran::{Failed, Ran};
use crate::exercises::tests::{self, Program};

/// A wrong answer is found after so long, at the latest, on a machine that has nothing else to do.
const DIES_WITHIN: Duration = Duration::from_secs(15);

/// Plain `cargo test` ends after so long, at the latest.
const PLAIN_WITHIN: Duration = Duration::from_secs(120);

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
        let programs = tests::build(&course.root, &which)?;
        let programs = programs.ok_or_else(|| io::Error::other("the answers do not compile side by side"))?;
        Ok(Judge { course, programs, rounds })
    }

    /// Judges an exercise.
    ///
    /// # Errors
    /// If a test cannot be run.
    pub fn verdict(&self, exercise: &Exercise) -> io::Result<Verdict> {
        let mut verdict = Verdict::default();
        self.cut(exercise, &mut verdict)?;
        for answer in &exercise.wrong {
            self.wrong(exercise, answer, &mut verdict)?;
        }
        for answer in [CUT].into_iter().chain(exercise.wrong.iter().map(|answer| answer.name.as_str())) {
            self.plain(exercise, answer, &mut verdict)?;
        }
        for _ in 0..self.rounds {
            let ran = self.run(exercise, &exercise.tests, None)?;
            verdict.tests = ran.passed;
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
    fn cut(&self, exercise: &Exercise, verdict: &mut Verdict) -> io::Result<()> {
        let promised = format!("{}: ", exercise.id);
        for named in &exercise.tests {
            let ran = self.run(exercise, std::slice::from_ref(named), Some(CUT))?;
            if !ran.failed.iter().any(|failed| failed.output.contains(&promised)) {
                verdict.faults.push(format!("cut: `{named}` does not name the exercise: {}", shown(&ran)));
            }
        }
        let earlier = self.course.exercises.iter().take_while(|earlier| earlier.id != exercise.id);
        for earlier in earlier.filter(|earlier| earlier.package() == exercise.package()) {
            let ran = self.run(exercise, &earlier.tests, Some(CUT))?;
            let names_it = ran.failed.iter().all(|failed| failed.output.contains(&promised));
            let has_failed = !ran.failed.is_empty() && ran.hung.is_empty();
            if !(ran.is_green() || has_failed && names_it) {
                verdict.faults.push(format!("cut: the tests of {} fail: {}", earlier.id, shown(&ran)));
            }
        }
        Ok(())
    }

    /// A wrong answer: the test that it names fails in time, and says what it promises.
    fn wrong(&self, exercise: &Exercise, answer: &Answer, verdict: &mut Verdict) -> io::Result<()> {
        let name = &answer.name;
        let ran = self.run(exercise, std::slice::from_ref(&answer.dies), Some(name))?;
        let took = ran.time;
        verdict.slowest = verdict.slowest.max(took);
        if !exercise.tests.iter().any(|named| named.has(&answer.dies.target, &answer.dies.prefix)) {
            verdict.faults.push(format!("{name}: `{}` is none of the exercise's tests", answer.dies));
        }
        if ran.failed.is_empty() {
            verdict.faults.push(format!("{name} survives `{}`: {}", answer.dies, shown(&ran)));
        } else if !ran.failed.iter().any(|failed| failed.output.contains(&answer.says)) {
            verdict.faults.push(format!("{name}: nothing says `{}`: {}", answer.says, shown(&ran)));
        }
        if took > DIES_WITHIN {
            verdict.faults.push(format!("{name} lives for {} s", took.as_secs()));
        }
        Ok(())
    }

    /// Plain `cargo test`: it stops behind the first file with a failure, and the first failure is the exercise's.
    fn plain(&self, exercise: &Exercise, answer: &str, verdict: &mut Verdict) -> io::Result<()> {
        let (mut took, mut first) = (Duration::ZERO, None);
        for program in self.programs.iter().filter(|program| program.package == exercise.package()) {
            let all = Named { target: program.target.clone(), prefix: String::new() };
            let value = switch::value(exercise, answer);
            let ran = program.run(&[all], Some((VARIABLE, &value)), |_, _| Ok(()))?;
            took += ran.time;
            if !ran.failed.is_empty() || !ran.hung.is_empty() {
                first = ran.failed.first().map(|failed| failed.name.clone()).or(ran.hung.first().cloned());
                break;
            }
        }
        verdict.plain = verdict.plain.max(took);
        match first.as_deref().map(Named::parse) {
            None => verdict.faults.push(format!("{answer} survives plain `cargo test`")),
            Some(first) if exercise.tests.iter().any(|named| named.has(&first.target, &first.prefix)) => {}
            Some(first) => verdict.faults.push(format!("{answer}: the first failure is `{first}`")),
        }
        if took > PLAIN_WITHIN {
            verdict.faults.push(format!("{answer}: plain `cargo test` takes {} s", took.as_secs()));
        }
        Ok(())
    }

    /// Runs tests with an answer, or with the solution.
    fn run(&self, exercise: &Exercise, named: &[Named], answer: Option<&str>) -> io::Result<Ran> {
        let value = answer.map(|answer| switch::value(exercise, answer));
        let mut all = Ran::default();
        for program in self.programs.iter().filter(|program| {
            program.package == exercise.package()
                && program.kind == "test"
                && named.iter().any(|named| named.target == program.target)
        }) {
            all.add(program.run(named, value.as_deref().map(|value| (VARIABLE, value)), |_, _| Ok(()))?);
        }
        Ok(all)
    }
}

/// Returns what came of a run, in short.
fn shown(ran: &Ran) -> String {
    let mut text = ran.counts();
    for Failed { name, end, output } in &ran.failed {
        text += &format!("\n  {name}: {end}{}", output.trim());
    }
    for hung in &ran.hung {
        text += &format!("\n  {hung} hangs");
    }
    text
}
