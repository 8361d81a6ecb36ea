//! Runs tests, each file of them in a child process, under a watchdog.

use std::io;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::compile::Program;
use super::libtest::{self, Said};
use super::process::{ENOUGH, SILENT, Watched, watch};
use super::ran::{Failed, Ran};

/// A test that hangs reports that itself, within seconds. After so long without a word from any of them, none will.
pub const SILENCE: Duration = Duration::from_secs(30);

/// So many tests run at once, also on a smaller machine: those that hang only wait, and so they wait together.
const AT_ONCE: usize = 4;

/// How tests run.
#[derive(Debug, Clone, Copy)]
pub struct How<'a> {
    /// An environment variable, and its value.
    pub variable: Option<(&'a str, &'a str)>,
    /// How long to wait for the next word of the tests.
    pub patience: Duration,
    /// How long they may take.
    pub limit: Duration,
    /// Whether the first failure is the last one.
    pub is_one_enough: bool,
}

impl Default for How<'_> {
    fn default() -> Self {
        How { variable: None, patience: SILENCE, limit: Duration::MAX, is_one_enough: false }
    }
}

impl Program {
    /// Returns the names of its tests, such as `queue::a_getter_waits`.
    ///
    /// # Errors
    /// If it cannot be run.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let listed = self.command(How::default()).arg("--list").output()?;
        let names = libtest::names(&String::from_utf8_lossy(&listed.stdout));
        Ok(names.iter().map(|name| self.name(name)).collect())
    }

    /// Runs those of its tests that have one of these names. Calls `show` with the name of each test that has ended, and
    /// whether it passed.
    ///
    /// # Errors
    /// If it cannot be run, or if `show` returns an error.
    pub fn run(
        &self,
        names: &[String],
        how: How<'_>,
        mut show: impl FnMut(&str, bool) -> io::Result<()>,
    ) -> io::Result<Ran> {
        let mut open = self.mine(names);
        let (mut ran, mut failing) = (Ran::default(), Vec::new());
        if open.is_empty() {
            return Ok(ran);
        }
        let mut command = self.command(how);
        command.arg(format!("--test-threads={}", at_once())).arg("--exact").args(&open);
        let watched = watch(&mut command, how.patience, how.limit, |line| {
            if let Some((name, passed)) = libtest::ended(line) {
                open.retain(|open| *open != name);
                show(&self.name(name), passed)?;
                let names = if passed { &mut ran.passed } else { &mut failing };
                names.push(name.to_owned());
            }
            if let Some(name) = libtest::ignored(line) {
                open.retain(|open| *open != name);
            }
            if libtest::have_all_ended(line) {
                // Nothing is open, though a test may have printed into the line of its result.
                ran.passed.extend(open.drain(..).map(str::to_owned));
            }
            let is_enough = how.is_one_enough && !failing.is_empty();
            Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        ran.passed.iter_mut().for_each(|name| *name = self.name(name));
        ran.time = watched.time;
        let has_failed = !watched.said.failed.is_empty();
        if open.is_empty() && watched.end.is_ok_and(|status| status.success() || has_failed) {
            ran.failed = self.failed(watched.said, &failing);
            return Ok(ran);
        }
        let mut ender = None;
        if watched.end == Err(ENOUGH) {
            ran.not_run = open.len();
        } else if watched.end == Err(SILENT) && !open.is_empty() {
            ran.hung = open.iter().map(|name| self.name(name)).collect();
        } else {
            let mut open = open.iter().map(|&name| name.to_owned()).collect();
            ender = Some(self.ender(watched, &mut open, &mut failing, how)?);
            ran.not_run = open.len();
        }
        if !failing.is_empty() {
            // They say why only when the process ends. So they run once more, without the others.
            let mut command = self.command(how);
            let again = watch(command.arg("--exact").args(&failing), how.patience, Duration::MAX, |_| {
                Ok(ControlFlow::Continue(()))
            })?;
            ran.failed = self.failed(again.said, &failing);
        }
        ran.failed.retain(|failed| ender.as_ref().is_none_or(|ender| ender.name != failed.name));
        ran.failed.extend(ender);
        Ok(ran)
    }

    /// Runs those of its tests that have one of these names, one after the other, with all that they print. Returns whether
    /// they pass.
    ///
    /// # Errors
    /// If it cannot be run.
    pub fn run_loudly(&self, names: &[String]) -> io::Result<bool> {
        let names = self.mine(names);
        let mut command = self.command(How::default());
        command.args(["--nocapture", "--test-threads=1", "--exact"]).args(&names);
        Ok(names.is_empty() || command.status()?.success())
    }

    /// Returns the test that has ended the process. It is one of the `open` ones, which run alone until one ends it again.
    /// Those that fail are moved to `failing`.
    fn ender(
        &self,
        watched: Watched,
        open: &mut Vec<String>,
        failing: &mut Vec<String>,
        how: How<'_>,
    ) -> io::Result<Failed> {
        // The tests begin in this order, so many at once. A panic and an overflow name the thread after the test.
        let mut running: Vec<_> = open.iter().take(at_once()).cloned().collect();
        running.sort_by_key(|name| !watched.said.printed.contains(&format!("thread '{name}'")));
        // What a failed test has printed may have had no end.
        running.extend(watched.said.failed.last().map(|(name, _)| name.clone()));
        for name in running {
            let mut has_ended = false;
            let mut command = self.command(how);
            command.args(["--exact", "--nocapture", &name]);
            let alone = watch(&mut command, how.patience, Duration::MAX, |line| {
                has_ended |= libtest::have_all_ended(line);
                Ok(ControlFlow::Continue(()))
            })?;
            if !has_ended && alone.end != Err(SILENT) {
                open.retain(|open| *open != name);
                return Ok(ended(self.name(&name), "Alone, it prints:", alone));
            }
            if has_ended && alone.end.is_ok_and(|status| !status.success()) && !failing.contains(&name) {
                open.retain(|open| *open != name);
                failing.push(name);
            }
        }
        Ok(ended(self.target.clone(), "No test does so alone. The tests printed:", watched))
    }

    /// Returns the command that runs its tests. A panic shows where it came from, but an error of a crawl does not: that is
    /// compared with what a test expects.
    fn command(&self, how: How<'_>) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).envs(how.variable).stdin(Stdio::null());
        command.env("RUST_BACKTRACE", "1").env("RUST_LIB_BACKTRACE", "0");
        // As cargo does, which has set those of this program.
        command.env("CARGO_MANIFEST_DIR", &self.folder).env("CARGO_PKG_NAME", &self.package);
        command
    }

    /// Returns those of these names that are of its tests, without the file.
    fn mine<'a>(&self, names: &'a [String]) -> Vec<&'a str> {
        let file = self.name("");
        names.iter().filter_map(|name| name.strip_prefix(&file)).collect()
    }

    fn name(&self, test: &str) -> String {
        format!("{}::{test}", self.target)
    }

    /// Returns the tests that have failed, with what is known of what they have printed.
    fn failed(&self, mut said: Said, failing: &[String]) -> Vec<Failed> {
        for name in failing {
            if said.failed.iter().all(|(its, _)| its != name) {
                said.failed.push((name.clone(), String::new()));
            }
        }
        let failed = said.failed.into_iter();
        failed.map(|(name, output)| Failed { name: self.name(&name), end: String::new(), output }).collect()
    }
}

/// Returns how many tests run at once.
fn at_once() -> usize {
    thread::available_parallelism().map_or(AT_ONCE, |count| count.get().max(AT_ONCE))
}

/// Returns what has ended the process of the tests.
fn ended(name: String, note: &str, watched: Watched) -> Failed {
    let output = watched.said.printed.replacen("running 1 test\n", "", 1);
    let note = if output.trim().is_empty() { "It prints nothing." } else { note };
    let end = match watched.end {
        Ok(status) => format!("The process of the tests ended: {status}. {note}"),
        Err(reason) => format!("The process of the tests was stopped: {reason}. {note}"),
    };
    Failed { name, end, output }
}
