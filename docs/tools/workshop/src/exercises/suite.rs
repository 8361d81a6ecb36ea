//! [`Suite`]: which tests run for an exercise, and in which order.

use std::io;
use std::time::{Duration, Instant};

use super::compile::{Program, compile};
use super::course::Course;
use super::exercise::Exercise;
use super::ran::Ran;
use super::start::targets;
use super::tests::How;

/// The rest of the crawler may take so long.
pub const REST: Duration = Duration::from_secs(30);

/// When a test has failed, no further program is started after so long: a learner waits.
const FAILED: Duration = Duration::from_secs(5);

/// Tests that are compiled.
pub struct Suite {
    programs: Vec<Program>,
    /// Such as `queue::a_getter_waits`, in the order in which they run.
    pub names: Vec<String>,
}

impl Suite {
    /// Compiles the tests that judge an exercise. Returns `None` if they do not compile.
    ///
    /// # Errors
    /// If cargo or a program of tests cannot be run.
    pub fn own(course: &Course, exercise: &Exercise) -> io::Result<Option<Suite>> {
        Ok(compile_files(course, exercise, &exercise.tests)?.map(|suite| suite.judging(exercise)))
    }

    /// Compiles the tests that do not judge an exercise, but that it can break. Returns `None` if they do not compile.
    ///
    /// # Errors
    /// If cargo or a program of tests cannot be run.
    pub fn rest(course: &Course, exercise: &Exercise) -> io::Result<Option<Suite>> {
        let suite = compile_files(course, exercise, &exercise.rest)?;
        Ok(suite.map(|suite| suite.only(|test| exercise.can_break(test))))
    }

    /// Returns all tests of these programs.
    ///
    /// # Errors
    /// If a program cannot be run.
    pub fn of(programs: Vec<Program>) -> io::Result<Suite> {
        let names = programs.iter().map(Program::names).collect::<io::Result<Vec<_>>>()?.concat();
        Ok(Suite { programs, names })
    }

    /// Returns the tests that judge an exercise. The test that is nearest to a mistake is in the first program.
    pub fn judging(&self, exercise: &Exercise) -> Suite {
        let mut suite = self.only(|test| exercise.rank(test).is_some());
        let place =
            |program: &Program| targets(&exercise.tests).iter().position(|target| *target == program.target);
        suite.programs.sort_by_key(place);
        suite
    }

    fn only(&self, is_chosen: impl Fn(&str) -> bool) -> Suite {
        let names = self.names.iter().filter(|name| is_chosen(name)).cloned().collect();
        Suite { programs: self.programs.clone(), names }
    }

    /// Runs the tests, those that are in `first` before the others. Calls `show` with the name of each test that has ended,
    /// and whether it passed.
    ///
    /// # Errors
    /// If a program cannot be run, or if `show` returns an error.
    pub fn run(
        &self,
        first: &[String],
        how: How<'_>,
        mut show: impl FnMut(&str, bool) -> io::Result<()>,
    ) -> io::Result<Ran> {
        let (first, then): (Vec<_>, Vec<_>) =
            self.names.iter().cloned().partition(|name| first.contains(name));
        let (began, mut all) = (Instant::now(), Ran::default());
        for (names, program) in
            [first, then].iter().flat_map(|names| self.programs.iter().map(move |it| (names, it)))
        {
            let limit = how.limit.saturating_sub(began.elapsed());
            all.add(program.run(names, How { limit, ..how }, &mut show)?);
            if all.has_failed() && (how.is_one_enough || began.elapsed() > FAILED) {
                let ended = all.passed.len() + all.failed().count();
                all.not_run = all.not_run.max(self.names.len().saturating_sub(ended));
                break;
            }
        }
        Ok(all)
    }

    /// Runs the tests one by one, with all that they print. Returns whether they pass.
    ///
    /// # Errors
    /// If a program cannot be run.
    pub fn run_loudly(&self) -> io::Result<bool> {
        let mut all_pass = true;
        for program in &self.programs {
            all_pass &= program.run_loudly(&self.names)?;
        }
        Ok(all_pass)
    }
}

/// Compiles the files of these tests, or all of the package if there are none.
fn compile_files(course: &Course, exercise: &Exercise, tests: &[String]) -> io::Result<Option<Suite>> {
    let mut which = vec!["-p", exercise.package()];
    which.extend(targets(tests).iter().flat_map(|target| ["--test", target]));
    compile(&course.root, &which)?.map(Suite::of).transpose()
}
