//! [`Suite`]: which tests run for an exercise, and in which order.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use test_tools::patience::Patience;

use super::compile::{Program, compile};
use super::course::{Course, FOLDER};
use super::exercise::Exercise;
use super::ran::{Ended, Ran};
use super::start::targets;
use super::tests::{How, Test};
use super::words::say;
use crate::building::Failed;

/// The time that the rest of the crawler may take.
pub const REST: Duration = Duration::from_secs(30);

/// The time after which a test that fails has hung.
const HANGS: Duration = Duration::from_secs(4);

/// The number of tests that may hang. Then no further one is started: each would take seconds, and teach nothing more.
const MOST_HUNG: usize = 3;

/// The number of tests that run at once, also on a smaller machine: those that hang only wait, and so they wait together.
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
        Ok(Suite(programs.into_iter().map(Test::all).collect::<io::Result<Vec<_>>>()?.concat()))
    }

    /// Returns the tests that judge an exercise. The test that is nearest to a mistake comes first.
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
        let (began, mut clock) = (Instant::now(), Patience::of(Duration::MAX));
        let (mut waiting, mut running, mut ran) = (self.0.iter(), Vec::new(), Ran::default());
        let at_once = thread::available_parallelism().map_or(AT_ONCE, |count| count.get().max(AT_ONCE));
        while began.elapsed() < how.limit {
            let hung = ran.failed().filter(|test| test.time > HANGS).count();
            while hung < MOST_HUNG
                && running.len() < at_once
                && let Some(test) = waiting.next()
            {
                running.push((test, test.start(how)?));
            }
            if running.is_empty() || how.is_one_enough && ran.has_failed() {
                break;
            }
            let news = Patience::of(how.patience).wait(|_| {
                thread::sleep(MOMENT);
                clock.spent();
                let mut news = running.iter_mut().map(|(_, process)| process.has_news());
                let is_over = || (began.elapsed() > how.limit).then_some(Ok(true));
                news.find(|news| !matches!(news, Ok(false))).or_else(is_over)
            });
            let are_silent = news.transpose()?.is_none();
            for (test, process) in running.extract_if(.., |(_, process)| process.end.is_some() || are_silent)
            {
                let ended = test.ended(process)?;
                show(&ended)?;
                ran.ended.push(ended);
            }
        }
        Ok(Ran { not_run: self.0.len() - ran.ended.len(), time: clock.spent(), ..ran })
    }
}

/// Compiles the files of these tests, or all of the package if there are none. A file that is not there is the course's
/// fault, and keeps no learner from solving the exercise.
fn compile_files(
    course: &Course,
    exercise: &Exercise,
    tests: &[String],
) -> io::Result<Result<Suite, Failed>> {
    let mut which = vec!["-p", exercise.package()];
    for target in targets(tests) {
        let file = format!("{}/tests/{target}", exercise.folder());
        if [".rs", "/main.rs"].iter().any(|end| course.path(&(file.clone() + end)).is_file()) {
            which.extend(["--test", target]);
        } else {
            let header = format!("{FOLDER}/{}/README.md", exercise.id);
            say!("The course is at fault, not you: {header} names `{target}`, but there is no {file}.rs.")?;
        }
    }
    match compile(&course.root, &which)? {
        Ok(programs) => Suite::of(&programs).map(Ok),
        Err(failed) => Ok(Err(failed)),
    }
}
