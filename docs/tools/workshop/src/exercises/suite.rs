//! [`Suite`]: which tests run for an exercise, in which order, and what comes of them.

use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use test_tools::patience::Patience;

use super::course::Course;
use super::exercise::{Exercise, targets};
use super::test::{Ended, How, Process, Program, Test};
use crate::building::{self, Failed, GoOn};

/// The time after which a test that fails has hung.
const HANGS: Duration = Duration::from_secs(4);

/// The number of tests that run at once, also on a smaller machine: those that hang wait together.
const AT_ONCE: usize = 4;

/// The time in which the end of a test is noticed.
const MOMENT: Duration = Duration::from_millis(5);

/// The time in which it is noticed that a run has to end.
const SOON: Duration = Duration::from_millis(100);

/// Tests that are compiled, in the order in which they are started.
pub struct Suite(Vec<Test>);

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct Ran {
    /// The tests that ended, in the order in which they did.
    pub ended: Vec<Ended>,
    /// The number of tests that had not ended when the run was given up.
    pub not_run: usize,
    /// The time that it took, as on a machine that has nothing else to do.
    pub time: Duration,
}

impl Suite {
    /// Compiles the files of these tests, or all of the package if there are none.
    pub fn of(
        course: &Course,
        exercise: &Exercise,
        tests: &[String],
        go_on: GoOn<'_>,
    ) -> io::Result<Result<Suite, Failed>> {
        let files = targets(tests).into_iter().flat_map(|target| ["--test", target]);
        Suite::compile(&course.root, ["-p", exercise.package()].into_iter().chain(files), go_on)
    }

    /// Compiles the tests that `which` chooses, such as `-p PACKAGE`.
    pub fn compile<'a>(
        root: &Path,
        which: impl Iterator<Item = &'a str>,
        go_on: GoOn<'_>,
    ) -> io::Result<Result<Suite, Failed>> {
        let mut cargo = building::cargo();
        cargo.current_dir(root).args(["test", "--no-run"]).args(which);
        let messages = match building::build_while(go_on, &mut cargo)? {
            Ok(messages) => messages,
            Err(failed) if failed.is_of_compiler => return Ok(Err(failed)),
            Err(_) => {
                let help = "`cargo workshop doctor` downloads what is missing";
                return Err(io::Error::other(format!("cargo has stopped, as it says above; {help}")));
            }
        };
        let mut programs: Vec<_> = messages.iter().filter_map(Program::of).collect();
        programs.sort_by_key(|program| program.target.clone());
        let tests = programs.iter().map(Program::tests).collect::<io::Result<Vec<_>>>()?;
        Ok(Ok(Suite(tests.concat())))
    }

    /// Returns the tests of a package.
    pub fn of_package(&self, package: &str) -> Suite {
        Suite(self.0.iter().filter(|test| test.program.package == package).cloned().collect())
    }

    /// Returns the tests that judge an exercise, the one first that is nearest to a mistake.
    pub fn judging(&self, exercise: &Exercise) -> Suite {
        let mut suite = self.only(|test| exercise.rank(test).is_some());
        suite.0.sort_by_key(|test| exercise.rank(&test.name()));
        suite
    }

    /// Returns the tests whose names are chosen.
    pub fn only(&self, is_chosen: impl Fn(&str) -> bool) -> Suite {
        Suite(self.0.iter().filter(|test| is_chosen(&test.name())).cloned().collect())
    }

    /// Returns how many tests there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Runs the tests, some of them at once. Calls `show` with each test that has ended.
    ///
    /// # Errors
    /// If a test cannot be run, if it cannot be shown, or if the run has to end.
    pub fn run(&self, how: How<'_>, mut show: impl FnMut(&Ended) -> io::Result<()>) -> io::Result<Ran> {
        let (since, mut clock) = (Instant::now(), Patience::of(Duration::MAX));
        let (mut waiting, mut running, mut ran) = (self.0.iter(), Vec::new(), Ran::default());
        let mut asked = Instant::now();
        let at_once = thread::available_parallelism().map_or(AT_ONCE, |count| count.get().max(AT_ONCE));
        while how.limit.is_none_or(|limit| since.elapsed() < limit) {
            // After a test that hangs, a further one would take seconds, and teach nothing more.
            let hangs = ran.failed().any(|test| test.time > HANGS);
            running.retain_mut(|(_, process): &mut (_, Process)| !hangs || process.time() > HANGS);
            while !hangs
                && running.len() < at_once
                && let Some(test) = waiting.next()
            {
                running.push((test, test.spawn(how)?));
            }
            if running.is_empty() || how.limit.is_some() && ran.failed().next().is_some() {
                break;
            }
            thread::sleep(MOMENT);
            clock.spent();
            if asked.elapsed() > SOON {
                how.go_on.map_or(Ok(()), |go_on| go_on())?;
                asked = Instant::now();
            }
            for (test, process) in running.extract_if(.., |(_, process)| process.is_over()) {
                let ended = test.ended(process)?;
                show(&ended)?;
                ran.ended.push(ended);
            }
        }
        Ok(Ran { not_run: self.0.len() - ran.ended.len(), time: clock.spent(), ..ran })
    }
}

impl Ran {
    /// Tells whether there were tests, and none of them failed.
    pub fn is_green(&self) -> bool {
        !self.ended.is_empty() && self.failed().next().is_none()
    }

    /// Returns the tests that failed.
    pub fn failed(&self) -> impl Iterator<Item = &Ended> {
        self.ended.iter().filter(|test| !test.passed)
    }

    /// Returns how many tests passed, and how many did not.
    pub fn counts(&self) -> String {
        let failed = self.failed().count();
        let counts = format!("{} passed, {failed} failed", self.ended.len() - failed);
        if self.not_run == 0 { counts } else { format!("{counts}, {} not run", self.not_run) }
    }
}
