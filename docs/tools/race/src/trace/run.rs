//! A trace: of a program that is run, or of a file.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::trace::{Entry, FILE, stop_file};
use workshop::root::{about, read};

use super::program::Target;
use crate::programs;

/// The time in which a program that was stopped must write its trace.
const PATIENCE: Duration = Duration::from_secs(10);

/// What was recorded of a program.
#[derive(Clone, Debug)]
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
        let text = read(file)?;
        let entry = |(line, number)| {
            let wrong = |error| io::Error::other(format!("line {number} is no event of a trace: {error}"));
            serde_json::from_str(line).map_err(|error| about(file, &wrong(error)))
        };
        let entries = text.lines().zip(1..).map(entry).collect::<io::Result<_>>()?;
        Ok(Run { name: file.file_stem().unwrap_or_default().display().to_string(), entries })
    }

    /// Builds a program, runs it, and reads its trace. It is an error if the program leaves none.
    pub(super) fn record(target: &Target, args: &[OsString], limit: u64) -> io::Result<Run> {
        let path = programs::develop(&target.package, target.kind, &target.name)?;
        let folder = tempfile::tempdir()?;
        let [trace, printed] = ["trace.jsonl", "printed"].map(|name| folder.path().join(name));
        let output = File::create(&printed)?;
        let mut command = Command::new(path);
        command.args(args).env(FILE, &trace).stdin(Stdio::null());
        if target.kind == "test" {
            // As cargo does.
            command.current_dir(&target.folder).env("CARGO_MANIFEST_DIR", &target.folder);
            command.env("RUST_BACKTRACE", "0");
        }
        let mut child = command.stdout(output.try_clone()?).stderr(output).spawn()?;
        match wait(&mut child, Duration::from_secs(limit))? {
            None => {
                // The program writes its trace, and ends.
                fs::write(stop_file(&trace), "")?;
                if wait(&mut child, PATIENCE)?.is_none() {
                    child.kill()?;
                    child.wait()?;
                }
                eprintln!("{} was stopped after {limit} s: it had not ended.", target.file);
            }
            Some(status) if status.success() => {}
            Some(status) => {
                eprintln!("{} did not succeed ({status}). It has printed:", target.file);
                io::stderr().write_all(&fs::read(&printed)?)?;
            }
        }
        let run = if trace.exists() { Some(Run::read(&trace)?) } else { None };
        let why = match run {
            Some(run) if !run.entries.is_empty() => return Ok(Run { name: target.file.clone(), ..run }),
            _ if target.kind != "test" => "nothing that it does is traced",
            _ if fs::read_to_string(&printed)?.contains("running 0 tests") => {
                "it has no test of that name: `cargo test -p PACKAGE --test FILE -- --list` lists them"
            }
            _ => {
                "nothing that the test does is traced: it polls by hand, or calls no part of a stage that waits"
            }
        };
        Err(io::Error::other(format!("{}: {why}", target.file)))
    }
}

/// Returns the exit status of a program, if it ends in time.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let end = Instant::now() + limit;
    let mut status = child.try_wait()?;
    while status.is_none() && Instant::now() < end {
        thread::sleep(Duration::from_millis(5));
        status = child.try_wait()?;
    }
    Ok(status)
}
