//! Builds and runs the tests of an exercise, each file of them in a child process, under a watchdog.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use serde_json::Value;

use super::exercise::Named;
use super::libtest;
use super::patience::Patience;

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

/// What came of a run.
#[derive(Debug, Default)]
pub struct Ran {
    pub passed: usize,
    /// In the order in which they ended.
    pub failed: Vec<Failed>,
    /// The tests that had not ended when the run was given up.
    pub hung: Vec<String>,
    /// How long it took, as on a machine that has nothing else to do.
    pub time: Duration,
}

/// A test that failed.
#[derive(Debug, Clone)]
pub struct Failed {
    /// Its file and its path: `queue::a_getter_waits`.
    pub name: String,
    /// What it printed.
    pub output: String,
}

impl Ran {
    /// Tells whether there were tests, and all of them passed.
    pub fn is_green(&self) -> bool {
        self.passed > 0 && self.failed.is_empty() && self.hung.is_empty()
    }

    /// Adds what came of another run.
    pub fn add(&mut self, other: Ran) {
        self.passed += other.passed;
        self.failed.extend(other.failed);
        self.hung.extend(other.hung);
        self.time += other.time;
    }
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

        let mut command = self.command(variable);
        let mut child = Running(command.args(filters).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?);
        let printed = libtest::lines(child.0.stdout.take());
        let errors = libtest::lines(child.0.stderr.take());
        let (mut ran, mut text, mut failing) = (Ran::default(), Vec::new(), Vec::new());
        let mut watch = Patience::of(Duration::MAX);
        loop {
            let line = Patience::of(self.patience).wait(|tick| {
                ran.time = watch.spent();
                match printed.recv_timeout(tick) {
                    Err(RecvTimeoutError::Timeout) => None,
                    received => Some(received.ok()),
                }
            });
            match line {
                Some(Some(line)) => {
                    if let Some((name, passed)) = libtest::ended(&line) {
                        open.retain(|open| open != name);
                        ran.passed += usize::from(passed);
                        failing.extend((!passed).then(|| name.to_owned()));
                        show(name, passed)?;
                    }
                    text.push(line);
                }
                Some(None) => break,
                None => {
                    ran.hung = open.iter().map(|name| self.name(name)).collect();
                    drop(child);
                    ran.failed = self.run_again(&failing, variable)?;
                    return Ok(ran);
                }
            }
        }
        ran.failed = self.failed(&text);
        let status = child.0.wait()?;
        if !status.success() && ran.failed.is_empty() {
            // A test has ended the whole process: its stack overflowed, or it aborted.
            let errors: Vec<_> = errors.iter().collect();
            let output = format!("the process of the tests ended: {status}\n{}", errors.join("\n"));
            ran.failed
                .extend(open.iter().map(|name| Failed { name: self.name(name), output: output.clone() }));
        }
        Ok(ran)
    }

    fn command(&self, variable: Option<(&str, &str)>) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).env("RUST_BACKTRACE", "0").envs(variable).stdin(Stdio::null());
        command
    }

    /// Runs tests that have failed once more, without those that hang: they say why only when the process ends.
    fn run_again(&self, failing: &[String], variable: Option<(&str, &str)>) -> io::Result<Vec<Failed>> {
        if failing.is_empty() {
            return Ok(Vec::new());
        }
        let output = self.command(variable).arg("--exact").args(failing).output()?;
        let lines: Vec<_> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
        Ok(self.failed(&lines))
    }

    fn name(&self, test: &str) -> String {
        format!("{}::{test}", self.target)
    }

    /// Returns what the failed tests have printed, according to these lines.
    fn failed(&self, lines: &[String]) -> Vec<Failed> {
        let failed = libtest::failed(lines).into_iter();
        failed.map(|(name, output)| Failed { name: self.name(&name), output }).collect()
    }
}

/// A child process, which is killed when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
