//! [`Test`]: runs in a process of its own, so that it can neither end nor block another one.

use std::io;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::compile::Program;
use super::process::Process;
use super::ran::Ended;

/// The time without a word from any test after which all hang. A test that hangs reports that itself, within seconds.
pub const SILENCE: Duration = Duration::from_secs(30);

/// A test of a compiled program.
#[derive(Debug, Clone)]
pub struct Test {
    pub program: Program,
    /// Its path in the file.
    path: String,
}

/// The settings of a run.
#[derive(Debug, Clone, Copy)]
pub struct How<'a> {
    /// An environment variable, and its value.
    pub variable: Option<(&'a str, &'a str)>,
    /// Whether a test that hangs explains it by a trace.
    pub is_traced: bool,
    /// The time to wait for the next word of the tests.
    pub patience: Duration,
    /// The time that all of them may take.
    pub limit: Duration,
    /// Whether the first failure is the last one.
    pub is_one_enough: bool,
}

impl Default for How<'_> {
    fn default() -> Self {
        How {
            variable: None,
            is_traced: false,
            patience: SILENCE,
            limit: Duration::MAX,
            is_one_enough: false,
        }
    }
}

impl Test {
    /// Returns the tests of a program, in the order of their names, without those that are ignored.
    pub fn all(program: &Program) -> io::Result<Vec<Test>> {
        let list = |arguments: &[&str]| -> io::Result<Vec<String>> {
            let listed = command(program).arg("--list").args(arguments).output()?;
            let listed = String::from_utf8_lossy(&listed.stdout);
            Ok(listed.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
        };
        let ignored = list(&["--ignored"])?;
        let paths = list(&[])?.into_iter().filter(|path| !ignored.contains(path));
        Ok(paths.map(|path| Test { program: program.clone(), path }).collect())
    }

    /// Returns the name, such as `queue::a_getter_waits`.
    pub fn name(&self) -> String {
        format!("{}::{}", self.program.target, self.path)
    }

    /// Starts its process.
    pub fn start(&self, how: How<'_>) -> io::Result<Process> {
        let trace = how.is_traced.then_some((trace::FILE, ""));
        // With one thread alone, a panic would name that one `main`.
        let arguments = ["--nocapture", "--test-threads=2", "--exact", &self.path];
        Process::start(command(&self.program).envs(how.variable).envs(trace).args(arguments))
    }

    /// Returns what came of its process, which has ended or is stopped.
    pub fn ended(&self, mut process: Process) -> io::Result<Ended> {
        let output = process.output()?;
        // If the process ends as it should, libtest has the last word.
        let (output, result) = output.rsplit_once("\ntest result: ").unwrap_or((&output, ""));
        let output = output.split_once("running 1 test\n").map_or(output, |(_, output)| output);
        let verdict = output.rfind(&format!("test {}", self.path)).filter(|_| !result.is_empty());
        let (output, verdict) = output.split_at(verdict.unwrap_or(output.len()));
        // Such as `note: test did not panic as expected`.
        let note = verdict.split_once(" stdout ----\n").map_or("", |(_, note)| note);
        let output = output.to_owned() + note.split("\n\n").next().unwrap_or_default();
        let nothing = if output.trim().is_empty() { " It prints nothing." } else { "" };
        let (passed, end) = match process.end {
            Some(Ok(status)) if result.starts_with("ok") && status.success() => (true, String::new()),
            Some(Ok(_)) if result.starts_with("FAILED") => (false, String::new()),
            Some(Ok(status)) => (false, format!("The process of the test ended: {status}.{nothing}")),
            Some(Err(reason)) => (false, format!("The test was stopped: {reason}.{nothing}")),
            None => (false, format!("The test hangs.{nothing}")),
        };
        Ok(Ended { name: self.name(), passed, end, output, time: process.clock.spent() })
    }
}

/// Returns the command that runs the tests of a program. A panic shows where it came from, but an error of a crawl does
/// not: that is compared with what a test expects.
fn command(program: &Program) -> Command {
    let mut command = Command::new(&program.path);
    command.current_dir(&program.folder).stdin(Stdio::null());
    command.env("RUST_BACKTRACE", "1").env("RUST_LIB_BACKTRACE", "0");
    // As cargo does, which has set those of this program.
    command.env("CARGO_MANIFEST_DIR", &program.folder).env("CARGO_PKG_NAME", &program.package);
    command
}
