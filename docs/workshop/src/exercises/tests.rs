//! Builds and runs the tests of an exercise, each file of them in a child process, under a watchdog.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::exercise::Named;
use super::libtest::{self, Said};
use super::process::{SILENT, Watched, watch};
use super::ran::{Failed, Ran};

/// A test that hangs reports that itself, within seconds. After so long without a word from any of them, none will.
pub const SILENCE: Duration = Duration::from_secs(30);

/// A file of tests, compiled.
#[derive(Debug)]
pub struct Program {
    pub package: String,
    /// The name of the file, or of the crate with unit tests.
    pub target: String,
    /// `lib`, `bin` or `test`.
    pub kind: String,
    folder: PathBuf,
    path: PathBuf,
    /// How long to wait for the next word of its tests.
    pub patience: Duration,
}

/// Returns cargo in a workspace, as it was called for this program.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(root).stdin(Stdio::null());
    command
}

/// Builds the tests that `which` chooses, such as `-p PACKAGE`, in the order in which `cargo test` runs them.
/// Returns `None` if they do not compile: cargo has reported the errors on stderr.
///
/// # Errors
/// If cargo cannot be run.
pub fn build(root: &Path, which: &[&str]) -> io::Result<Option<Vec<Program>>> {
    let mut command = cargo(root);
    command.args(["test", "--no-run", "--quiet", "--message-format=json-render-diagnostics"]).args(which);
    let built = command.stderr(Stdio::inherit()).output()?;
    if !built.status.success() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&built.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut programs: Vec<_> = messages.filter_map(|message| Program::of(&message)).collect();
    programs.sort_by(|a, b| (&a.package, &a.kind, &a.target).cmp(&(&b.package, &b.kind, &b.target)));
    // The unit tests of the library come before those of the program.
    programs.sort_by_key(|program| ["lib", "bin"].iter().position(|kind| program.kind == *kind).unwrap_or(2));
    Ok(Some(programs))
}

impl Program {
    /// Returns the program that a message of cargo is about, if it is one of tests.
    fn of(message: &Value) -> Option<Program> {
        let path = message["executable"].as_str().filter(|_| message["profile"]["test"] == true)?;
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
        Some(Program {
            package: folder.file_name()?.to_string_lossy().into_owned(),
            target: message["target"]["name"].as_str()?.to_owned(),
            kind: message["target"]["kind"][0].as_str()?.to_owned(),
            folder: folder.to_owned(),
            path: path.into(),
            patience: SILENCE,
        })
    }

    /// Runs those of its tests that are `named`. Calls `show` with the name of each test that has ended, and whether
    /// it passed.
    ///
    /// # Errors
    /// If it cannot be run, or if `show` returns an error.
    pub fn run(
        &self,
        named: &[Named],
        variable: Option<(&str, &str)>,
        mut show: impl FnMut(&str, bool) -> io::Result<()>,
    ) -> io::Result<Ran> {
        let named: Vec<_> = named.iter().filter(|named| named.target == self.target).collect();
        let all = named.iter().any(|named| named.prefix.is_empty());
        let filters: Vec<_> = named.iter().filter(|_| !all).map(|named| named.prefix.as_str()).collect();
        let listed = self.command(variable).args(&filters).arg("--list").output()?;
        let mut open = libtest::names(&String::from_utf8_lossy(&listed.stdout));

        let (mut ran, mut failing) = (Ran::default(), Vec::new());
        let watched = watch(self.command(variable).args(filters), self.patience, |line| {
            if let Some((name, passed)) = libtest::ended(line) {
                open.retain(|open| open != name);
                failing.extend((!passed).then(|| name.to_owned()));
                show(name, passed)?;
                ran.passed += usize::from(passed);
            }
            if let Some(passed) = libtest::passed(line) {
                // Nothing is open, though a test was passed over, or has printed into the line of a result.
                (ran.passed, open) = (passed, Vec::new());
            }
            Ok(())
        })?;
        ran.time = watched.time;
        let has_failed = !watched.said.failed.is_empty();
        if open.is_empty() && watched.end.is_ok_and(|status| status.success() || has_failed) {
            ran.failed = self.failed(watched.said, &failing);
            return Ok(ran);
        }
        let mut ender = None;
        if watched.end == Err(SILENT) && !open.is_empty() {
            ran.hung = open.iter().map(|name| self.name(name)).collect();
        } else {
            ender = Some(self.ender(watched, &mut open, &mut failing, variable)?);
            ran.not_run = open.len();
        }
        if !failing.is_empty() {
            // They say why only when the process ends. So they run once more, without the others.
            let again =
                watch(self.command(variable).arg("--exact").args(&failing), self.patience, |_| Ok(()))?;
            ran.failed = self.failed(again.said, &failing);
        }
        ran.failed.retain(|failed| ender.as_ref().is_none_or(|ender| ender.name != failed.name));
        ran.failed.extend(ender);
        Ok(ran)
    }

    /// Returns the test that has ended the process. It is one of the `open` ones, which run alone until one ends it again.
    /// Those that fail are moved to `failing`.
    fn ender(
        &self,
        watched: Watched,
        open: &mut Vec<String>,
        failing: &mut Vec<String>,
        variable: Option<(&str, &str)>,
    ) -> io::Result<Failed> {
        // The tests begin in this order, so many at once. A panic and an overflow name the thread after the test.
        let at_once = thread::available_parallelism().map_or(1, usize::from);
        let mut running: Vec<_> = open.iter().take(at_once).cloned().collect();
        running.sort_by_key(|name| !watched.said.printed.contains(&format!("thread '{name}'")));
        // What a failed test has printed may have had no end.
        running.extend(watched.said.failed.last().map(|(name, _)| name.clone()));
        for name in running {
            let mut has_ended = false;
            let mut command = self.command(variable);
            let alone = watch(command.args(["--exact", "--nocapture", &name]), self.patience, |line| {
                has_ended |= libtest::passed(line).is_some();
                Ok(())
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

    fn command(&self, variable: Option<(&str, &str)>) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).env("RUST_BACKTRACE", "0").envs(variable).stdin(Stdio::null());
        command
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
