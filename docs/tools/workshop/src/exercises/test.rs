//! [`Test`]: runs in a process of its own, which may hang, end too early, or print without end.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use serde_json::Value;
use test_tools::patience::Patience;

use crate::building::GoOn;

/// The time after which a test counts as hung. Almost always, `test_tools::watchdog` has reported it before, within seconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most that a test may print, and the part of it that is kept, in bytes: its end.
const MOST_PRINTED: u64 = 16 << 20;
const KEPT: u64 = 64 << 10;

/// A file of tests, compiled.
#[derive(Debug, Clone)]
pub struct Program {
    /// The package.
    pub package: String,
    /// The name of the file, or of the crate with unit tests.
    pub target: String,
    /// The folder of the package, in which the tests run.
    folder: PathBuf,
    path: PathBuf,
}

/// A test of a compiled program.
#[derive(Debug, Clone)]
pub struct Test {
    /// The program that has it.
    pub program: Program,
    /// Its path in the file.
    path: String,
}

/// The process of a test, which is killed when it is dropped.
pub struct Process {
    child: Child,
    /// The output on stdout and stderr: a file, which something that it has left behind may keep open.
    output: File,
    /// The time that it has run, as on a machine that has nothing else to do.
    clock: Patience,
    /// The exit status, or why it was stopped.
    end: Result<ExitStatus, &'static str>,
}

/// A test that ended.
#[derive(Debug)]
pub struct Ended {
    /// The program of the test, and its path: `parts::queue::a_getter_waits`.
    pub name: String,
    /// Whether it has passed.
    pub passed: bool,
    /// The end of its process, if the test itself had none. Empty if it had.
    pub end: String,
    /// The text that it printed.
    pub output: String,
    /// The time that it took, as on a machine that has nothing else to do.
    pub time: Duration,
}

/// The settings of a run.
#[derive(Default, Clone, Copy)]
pub struct How<'a> {
    /// An environment variable, and its value.
    pub variable: Option<(&'a str, &'a str)>,
    /// Whether a test that hangs explains it by a trace.
    pub is_traced: bool,
    /// Whether a panic shows no stack: to name its functions takes a tenth of a second of the processor.
    pub is_terse: bool,
    /// The time after which a test hangs, if it is not the usual one.
    pub patience: Option<Duration>,
    /// The time that all of them may take. With such a limit, the first failure is enough.
    pub limit: Option<Duration>,
    /// Tells whether the run has to go on.
    pub go_on: Option<GoOn<'a>>,
}

impl Program {
    /// Returns the program that a message of cargo is about, if it is one of tests.
    pub fn of(message: &Value) -> Option<Program> {
        let path = message["executable"].as_str().filter(|_| message["profile"]["test"] == true)?;
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
        Some(Program {
            package: folder.file_name()?.to_string_lossy().into_owned(),
            target: message["target"]["name"].as_str()?.to_owned(),
            folder: folder.to_owned(),
            path: path.into(),
        })
    }

    /// Returns its tests, in the order of their names.
    pub fn tests(&self) -> io::Result<Vec<Test>> {
        let listed = self.command().arg("--list").output()?;
        let listed = String::from_utf8_lossy(&listed.stdout);
        let paths = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(paths.map(|path| Test { program: self.clone(), path: path.to_owned() }).collect())
    }

    /// Returns the command that runs its tests. An error of a crawl shows no stack, because it is compared with what a test
    /// expects.
    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.env("RUST_LIB_BACKTRACE", "0");
        // As cargo does, which has set those of this program.
        command.env("CARGO_MANIFEST_DIR", &self.folder).env("CARGO_PKG_NAME", &self.package);
        command
    }
}

impl Test {
    /// Returns the name, such as `parts::queue::a_getter_waits`.
    pub fn name(&self) -> String {
        format!("{}::{}", self.program.target, self.path)
    }

    /// Runs it in a process.
    pub fn spawn(&self, how: How<'_>) -> io::Result<Process> {
        let trace = how.is_traced.then_some((trace::FILE, ""));
        // With one thread alone, a panic would name that one `main`.
        let arguments = ["--nocapture", "--test-threads=2", "--exact", &self.path];
        let output = tempfile::tempfile()?;
        let mut command = self.program.command();
        command.envs(how.variable).envs(trace).args(arguments);
        command.env("RUST_BACKTRACE", if how.is_terse { "0" } else { "1" });
        let child = command.stdout(output.try_clone()?).stderr(output.try_clone()?).spawn()?;
        Ok(Process {
            child,
            output,
            clock: Patience::of(how.patience.unwrap_or(PATIENCE)),
            end: Err("The test hangs."),
        })
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
            Ok(status) if result.starts_with("ok") && status.success() => (true, String::new()),
            Ok(_) if result.starts_with("FAILED") => (false, String::new()),
            Ok(status) => (false, format!("The process of the test ended: {status}.{nothing}")),
            Err(reason) => (false, format!("{reason}{nothing}")),
        };
        Ok(Ended { name: self.name(), passed, end, output, time: process.clock.spent() })
    }
}

impl Process {
    /// Tells whether the process has ended, or has to be stopped. Call it often.
    pub fn is_over(&mut self) -> bool {
        let is_hanging = self.clock.is_over();
        self.end = match self.child.try_wait() {
            Ok(Some(status)) => Ok(status),
            _ if self.length() > MOST_PRINTED => Err("The test was stopped: it printed more than 16 MB."),
            _ => return is_hanging,
        };
        true
    }

    /// Returns the time that it has run.
    pub fn time(&mut self) -> Duration {
        self.clock.spent()
    }

    fn length(&self) -> u64 {
        self.output.metadata().map_or(0, |output| output.len())
    }

    /// Returns what the process has printed, or the end of it.
    fn output(&mut self) -> io::Result<String> {
        let mut output = Vec::new();
        self.output.seek(SeekFrom::Start(self.length().saturating_sub(KEPT)))?;
        (&self.output).take(KEPT).read_to_end(&mut output)?;
        Ok(String::from_utf8_lossy(&output).into_owned())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
