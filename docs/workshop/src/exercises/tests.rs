//! Runs the tests of an exercise, each file of them in a child process, under a watchdog.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::exercise::Named;

/// A test that hangs reports that itself, within seconds. After so long without a word from any of them, none will.
const SILENCE: Duration = Duration::from_secs(45);

/// What came of a run.
#[derive(Debug, Default)]
pub struct Ran {
    pub passed: usize,
    pub failed: Vec<Failed>,
    /// The tests that had not ended when the run was given up.
    pub hung: Vec<String>,
}

/// A test that failed.
#[derive(Debug)]
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
}

/// Builds test files of a package. Returns the program of each, or `None` if the package does not compile.
///
/// Cargo reports the errors on stderr.
///
/// # Errors
/// If cargo cannot be run.
pub fn build(root: &Path, package: &str, targets: &[&str]) -> io::Result<Option<BTreeMap<String, PathBuf>>> {
    let mut command = cargo(root);
    command.args(["test", "--no-run", "--quiet", "--message-format=json-render-diagnostics", "-p", package]);
    command.args(targets.iter().flat_map(|target| ["--test", target]));
    let built = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    if !built.status.success() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&built.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let program = |message: Value| {
        let program = message["executable"].as_str().filter(|_| message["profile"]["test"] == true)?;
        Some((message["target"]["name"].as_str()?.to_owned(), program.into()))
    };
    Ok(Some(messages.filter_map(program).collect()))
}

/// Returns cargo in a workspace, as it was called for this program.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(root);
    command
}

/// Runs the tests of one file, and calls `show` with the name of each test that has ended, and whether it passed.
///
/// # Errors
/// If the program cannot be run.
pub fn run(
    program: &Path,
    folder: &Path,
    target: &str,
    named: &[Named],
    mut show: impl FnMut(&str, bool) -> io::Result<()>,
) -> io::Result<Ran> {
    let all = named.iter().any(|named| named.target == target && named.prefix.is_empty());
    let filters: Vec<_> = named.iter().filter(|named| named.target == target && !all).collect();
    let mut command = Command::new(program);
    command.current_dir(folder).env("RUST_BACKTRACE", "0").stdin(Stdio::null());
    command.args(filters.iter().map(|named| &named.prefix));
    let listed =
        Command::new(program).arg("--list").args(filters.iter().map(|named| &named.prefix)).output()?;
    let listed = String::from_utf8_lossy(&listed.stdout);
    let mut open: Vec<_> =
        listed.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect();

    let mut child = Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?);
    let stdout = child.0.stdout.take().expect("it is piped");
    let mut stderr = child.0.stderr.take().expect("it is piped");
    let stderr = thread::spawn(move || {
        let mut text = Vec::new();
        // An error ends it as the end does.
        let _ = stderr.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let (sender, lines) = channel();
    // If the run is given up, nothing receives the rest.
    thread::spawn(move || {
        BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    let (mut ran, mut text) = (Ran::default(), Vec::new());
    loop {
        match lines.recv_timeout(SILENCE) {
            Ok(line) => {
                if let Some((name, result)) =
                    line.strip_prefix("test ").and_then(|line| line.split_once(" ... "))
                {
                    let name = name.trim_end_matches(" - should panic");
                    open.retain(|open| open != name);
                    if result == "ok" || result == "FAILED" {
                        ran.passed += usize::from(result == "ok");
                        show(name, result == "ok")?;
                    }
                }
                text.push(line);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                ran.hung = open.into_iter().map(|name| format!("{target}::{name}")).collect();
                return Ok(ran);
            }
        }
    }
    ran.failed = failed(target, &text);
    let ended = child.0.wait()?;
    if !ended.success() && ran.failed.is_empty() {
        // A test has ended the whole process, by an abort or a full stack.
        let output =
            format!("the process of the tests ended: {ended}\n{}", stderr.join().unwrap_or_default());
        ran.failed.extend(
            open.into_iter().map(|name| Failed { name: format!("{target}::{name}"), output: output.clone() }),
        );
    }
    Ok(ran)
}

/// Returns what the failed tests have printed: `---- name stdout ----`, and what is below it.
fn failed(target: &str, lines: &[String]) -> Vec<Failed> {
    let mut failed: Vec<Failed> = Vec::new();
    let from = lines.iter().position(|line| line == "failures:").map_or(lines.len(), |at| at + 1);
    for line in lines[from..].iter().take_while(|line| *line != "failures:") {
        let name = line.strip_prefix("---- ").and_then(|line| line.strip_suffix(" stdout ----"));
        match (name, failed.last_mut()) {
            (Some(name), _) => {
                failed.push(Failed { name: format!("{target}::{name}"), output: String::new() })
            }
            (None, Some(last)) if !line.starts_with("note: run with `RUST_BACKTRACE") => {
                last.output += line;
                last.output.push('\n');
            }
            _ => {}
        }
    }
    for failed in &mut failed {
        failed.output = failed.output.trim().to_owned();
    }
    failed
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
