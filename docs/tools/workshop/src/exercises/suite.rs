//! [`Suite`]: which tests run for an exercise, and in which order.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use test_tools::patience::Patience;

use super::course::Course;
use super::exercise::{Exercise, targets};
use super::results::{Ended, Ran};
use super::test::{How, Program, Test};
use crate::building::{self, Failed};

/// The time that the rest of the crawler may take.
pub const REST: Duration = Duration::from_secs(30);

/// The time after which a test that fails has hung.
const HANGS: Duration = Duration::from_secs(4);

/// The number of tests that may hang. A further one would take seconds, and teach nothing more.
const MOST_HUNG: usize = 3;

/// The number of tests that run at once, also on a smaller machine: those that hang wait together.
const AT_ONCE: usize = 4;

/// The time in which the end of a test is noticed.
const MOMENT: Duration = Duration::from_millis(5);

/// Tests that are compiled, in the order in which they are started.
pub struct Suite(Vec<Test>);

impl Suite {
    /// Compiles the tests that judge an exercise.
    pub fn own(course: &Course, exercise: &Exercise) -> io::Result<Result<Suite, Failed>> {
        Ok(compile_files(course, exercise, &exercise.tests)?.map(|suite| suite.judging(exercise)))
    }

    /// Compiles the tests that do not judge an exercise, but that it can break.
    pub fn rest(course: &Course, exercise: &Exercise) -> io::Result<Result<Suite, Failed>> {
        let suite = compile_files(course, exercise, &exercise.rest)?;
        Ok(suite.map(|suite| suite.only(|test| exercise.can_break(test))))
    }

    /// Returns all tests of these programs.
    pub fn of<'a>(programs: impl IntoIterator<Item = &'a Program>) -> io::Result<Suite> {
        Ok(Suite(programs.into_iter().map(Program::tests).collect::<io::Result<Vec<_>>>()?.concat()))
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

    /// Returns the tests in an order in which some come first.
    pub fn first(mut self, comes_first: impl Fn(&str) -> bool) -> Suite {
        self.0.sort_by_key(|test| !comes_first(&test.name()));
        self
    }

    /// Returns how many tests there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Runs the tests, some of them at once. Calls `show` with each test that has ended.
    pub fn run(&self, how: How<'_>, mut show: impl FnMut(&Ended) -> io::Result<()>) -> io::Result<Ran> {
        let (since, mut clock) = (Instant::now(), Patience::of(Duration::MAX));
        let (mut waiting, mut running, mut ran) = (self.0.iter(), Vec::new(), Ran::default());
        let at_once = thread::available_parallelism().map_or(AT_ONCE, |count| count.get().max(AT_ONCE));
        while since.elapsed() < how.limit {
            let hung = ran.failed().filter(|test| test.time > HANGS).count();
            while hung < MOST_HUNG
                && running.len() < at_once
                && let Some(test) = waiting.next()
            {
                running.push((test, test.spawn(how)?));
            }
            if running.is_empty() || how.is_one_enough && ran.failed().next().is_some() {
                break;
            }
            thread::sleep(MOMENT);
            clock.spent();
            for (test, process) in running.extract_if(.., |(_, process)| process.is_over()) {
                let ended = test.ended(process)?;
                show(&ended)?;
                ran.ended.push(ended);
            }
        }
        Ok(Ran { not_run: self.0.len() - ran.ended.len(), time: clock.spent(), ..ran })
    }
}

/// Compiles the files of these tests, or all of the package if there are none.
fn compile_files(
    course: &Course,
    exercise: &Exercise,
    tests: &[String],
) -> io::Result<Result<Suite, Failed>> {
    let files = targets(tests).into_iter().flat_map(|target| ["--test", target]);
    let which: Vec<_> = ["-p", exercise.package()].into_iter().chain(files).collect();
    match compile(&course.root, &which)? {
        Ok(programs) => Suite::of(&programs).map(Ok),
        Err(failed) => Ok(Err(failed)),
    }
}

/// Compiles the tests that `which` chooses, such as `-p PACKAGE`.
pub fn compile(root: &Path, which: &[&str]) -> io::Result<Result<Vec<Program>, Failed>> {
    let mut command = cargo(root);
    command.args(["test", "--no-run", "--message-format=json-render-diagnostics"]).args(which);
    let built = building::try_build(&mut command, "Compiling the tests ...")?;
    if built.as_ref().is_err_and(|failed| !failed.is_of_compiler) {
        let help = "`cargo workshop doctor` downloads what is missing";
        return Err(io::Error::other(format!("cargo has stopped, as it says above; {help}")));
    }
    Ok(built.map(|messages| {
        let mut programs: Vec<_> = messages.iter().filter_map(Program::of).collect();
        programs.sort_by_key(|program| (program.package.clone(), program.target.clone()));
        programs
    }))
}

/// Returns cargo in a workspace, as it was called for this program.
pub fn cargo(root: &Path) -> Command {
    let mut command = building::cargo();
    command.current_dir(root).stdin(Stdio::null());
    command
}

/// Returns where the first error is, if it is in another file than those of the exercise.
pub fn elsewhere(exercise: &Exercise, failed: &Failed) -> String {
    let is_other = |file: &&String| exercise.holes.iter().all(|hole| hole.file != **file);
    let other = failed.file.as_ref().filter(is_other);
    other.map_or_else(String::new, |file| {
        format!(" It is in {file}, and not in the exercise's file, {}.", exercise.holes[0].file)
    })
}
