//! A trace: of a program that is run, or of a file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::trace::{Entry, Event, FILE};
use serde::Deserialize;
use serde_json::Value;
use workshop::root::{about, read};

use super::Args;
use super::program::Program;
use crate::programs;

/// The time for the report and the trace of a program that was interrupted, before it is killed.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether Ctrl-C was pressed.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What was recorded of a program.
pub struct Run {
    /// The stage, the example or the file.
    pub name: String,
    /// What happened, in the order of time.
    pub entries: Vec<Entry>,
}

impl Run {
    /// Reads a trace.
    ///
    /// # Errors
    /// If the file cannot be read, or if a line is no entry: the message has its number.
    pub fn read(file: &Path) -> io::Result<Run> {
        let mut entries = Vec::new();
        for (line, number) in read(file)?.lines().zip(1..) {
            let wrong = |error| io::Error::other(format!("line {number} is no event of a trace: {error}"));
            entries.push(entry(line).map_err(|error| about(file, &wrong(error)))?);
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Run { name, entries })
    }

    /// Returns the entries as they are read: a line each.
    ///
    /// # Errors
    /// None that a trace can have.
    pub fn to_lines(&self) -> io::Result<String> {
        let lines = self.entries.iter().map(|entry| Ok(serde_json::to_string(entry)? + "\n"));
        lines.collect()
    }
}

/// Reads an entry. An event about a task has a `task` of its own, after that of the entry.
fn entry(line: &str) -> serde_json::Result<Entry> {
    serde_json::from_str(line).or_else(|_| {
        let mut value: Value = serde_json::from_str(&line.replacen("\"task\":", "\"polled\":", 1))?;
        let event = Event::deserialize(&value)?;
        (value["task"], value["event"]) = (value["polled"].take(), "started".into());
        Ok(Entry { event, ..Entry::deserialize(value)? })
    })
}

impl Program {
    /// Builds the program, runs it, and reads its trace.
    ///
    /// # Errors
    /// If it cannot be built or run, or if it has written no trace.
    pub fn record(&self, args: &Args) -> io::Result<Run> {
        let path = programs::develop(&self.package, self.kind, &self.name)?;
        let folder = tempfile::tempdir()?;
        let [trace, printed] = ["trace.jsonl", "printed"].map(|name| folder.path().join(name));
        let output = File::create(&printed)?;
        let mut command = Command::new(path);
        command.args(&self.args).env(FILE, &trace).stdin(Stdio::null());
        command.stdout(output.try_clone()?).stderr(output);
        // Ctrl-C is for this process alone: a crawl that gets it twice writes no trace.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // For the second program, it is set already.
        let _ = ctrlc::set_handler(|| IS_INTERRUPTED.store(true, Ordering::Relaxed));
        let (status, is_ended) = wait(&mut command.spawn()?, Duration::from_secs(args.limit))?;
        if is_ended && trace.exists() {
            eprintln!("{} was interrupted: this is what it did until then.", self.file);
        } else if !status.success() {
            io::stderr().write_all(&fs::read(&printed)?)?;
        }
        let entries = if trace.exists() { Run::read(&trace)?.entries } else { Vec::new() };
        let why = match status.success() {
            _ if !entries.is_empty() => return Ok(Run { name: self.file.clone(), entries }),
            true => "nothing that it does is traced".into(),
            false => format!("{status}, and no trace: it is written when the main thread returns"),
        };
        Err(io::Error::other(format!("{}: {why}", self.file)))
    }
}

/// Waits for a program. At the limit or at Ctrl-C, interrupts it. Returns whether it did so.
fn wait(child: &mut Child, limit: Duration) -> io::Result<(ExitStatus, bool)> {
    let (start, mut interrupted) = (Instant::now(), None::<Instant>);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, interrupted.is_some()));
        }
        match interrupted {
            None if start.elapsed() > limit || IS_INTERRUPTED.load(Ordering::Relaxed) => {
                interrupt(child)?;
                interrupted = Some(Instant::now());
            }
            Some(at) if at.elapsed() > PATIENCE => child.kill()?,
            _ => thread::sleep(Duration::from_millis(5)),
        }
    }
}

#[cfg(unix)]
fn interrupt(child: &Child) -> io::Result<()> {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    Ok(kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT)?)
}

#[cfg(not(unix))]
fn interrupt(child: &mut Child) -> io::Result<()> {
    child.kill()
}
