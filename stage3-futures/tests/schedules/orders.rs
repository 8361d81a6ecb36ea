//! Runs a test once for each order of its threads' steps, until one of them shows a mistake.
//!
//! `shuttle` runs the threads. A mistake does not panic at once: it is reported in the end, before the steps that led
//! to it.

pub mod flag;
pub mod sleep;

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

use shuttle::scheduler::{Schedule, Scheduler, Task, TaskId};
use shuttle::{Config, FailurePersistence, Runner, thread};

/// The right answer has fewer schedules; a wrong one may have millions.
const MOST_SCHEDULES: usize = 20_000;

/// The right answer makes fewer steps in each schedule.
const MOST_STEPS: usize = 50_000;

static QUIET: Once = Once::new();

thread_local! {
    /// The threads of `shuttle` are one thread of the system.
    static RUN: RefCell<Run> = RefCell::default();
}

/// What is known of this schedule.
#[derive(Default)]
struct Run {
    mistake: Option<String>,
    steps: Vec<String>,
    /// Whether a load has returned an older value.
    was_late: bool,
    /// What is wrong if it does not end.
    endless: Option<&'static str>,
}

/// Runs `test` once for each schedule.
///
/// # Panics
/// If one of them shows a mistake.
#[track_caller]
pub fn check(test: impl Fn() + Send + Sync + 'static) {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    config.silence_warnings = true;
    // The first run sets a panic hook, which prints its own words above those of a panic.
    QUIET.call_once(|| {
        Runner::new(Choices::default(), config.clone()).run(|| ());
        drop(panic::take_hook());
    });
    Runner::new(Choices::default(), config).run(test);
    let Run { mistake, steps, .. } = RUN.take();
    if let Some(mistake) = mistake {
        let order = if steps.is_empty() { "" } else { "\nThe order of the steps:\n  " };
        panic!("{mistake}{order}{}", steps.join("\n  "));
    }
}

/// Reports a mistake if `right` is false. What comes later in this schedule does not count.
pub fn assert_that<M: Into<String>>(right: bool, mistake: impl FnOnce() -> M) {
    if !right && !is_over() {
        let steps = RUN.with_borrow(|run| run.steps.len());
        let mistake = mistake().into();
        RUN.with_borrow_mut(|run| {
            run.mistake = Some(mistake);
            // What was done to explain the mistake is no step.
            run.steps.truncate(steps);
        });
    }
}

/// Says what is wrong if this schedule does not end.
pub fn if_endless(mistake: &'static str) {
    RUN.with_borrow_mut(|run| run.endless = Some(mistake));
}

/// Returns whether a mistake was found.
fn is_over() -> bool {
    RUN.with_borrow(|run| run.mistake.is_some())
}

/// Notes a step of the current thread.
pub fn note(what: &str) {
    let thread = thread::current();
    let name = thread.name().filter(|name| *name != "main-thread").unwrap_or("the test");
    if !is_over() {
        RUN.with_borrow_mut(|run| run.steps.push(format!("{name} {what}")));
    }
}

/// Returns whether a load has returned an older value in this schedule.
pub fn was_late() -> bool {
    RUN.with_borrow(|run| run.was_late)
}

/// Makes every choice in turn, depth first: which thread makes the next step, and which value it reads.
#[derive(Debug, Default)]
struct Choices {
    /// The choices of this schedule. Each is a number, and how many there are to choose from.
    made: Vec<(usize, usize)>,
    steps: usize,
    schedules: usize,
}

impl Choices {
    fn choose(&mut self, count: usize) -> usize {
        if self.steps == self.made.len() {
            self.made.push((0, count));
        }
        self.steps += 1;
        self.made[self.steps - 1].0
    }
}

impl Scheduler for Choices {
    fn new_execution(&mut self) -> Option<Schedule> {
        while self.made.pop_if(|(choice, count)| *choice + 1 == *count).is_some() {}
        match self.made.last_mut() {
            Some((choice, _)) => *choice += 1,
            None if self.schedules > 0 => return None,
            None => {}
        }

        if self.schedules == MOST_SCHEDULES || is_over() {
            return None;
        }
        RUN.take();
        (self.steps, self.schedules) = (0, self.schedules + 1);
        Some(Schedule::new(0))
    }

    fn next_task(&mut self, runnable: &[&Task], _: Option<TaskId>, _: bool) -> Option<TaskId> {
        assert_that(self.steps < MOST_STEPS, || {
            RUN.with_borrow_mut(|run| run.steps.clear());
            let endless = RUN.with_borrow(|run| run.endless);
            endless.unwrap_or("a thread goes on for ever, although it has nothing to do but to sleep")
        });
        if is_over() { None } else { Some(runnable[self.choose(runnable.len())].id()) }
    }

    fn next_u64(&mut self) -> u64 {
        self.choose(2) as u64
    }
}
