//! A trace, of a program that is run or of a file, and the scene that a story or a page shows of it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::trace::replay::Replay;
use common::trace::{Entry, FILE, stop_file};
use workshop::root::{about, read};

use super::lanes::{Lanes, Span, spans};
use super::program::Target;
use super::sentence::sentence;
use crate::programs;
use crate::units::whole;

/// The end of a program that has not succeeded.
pub const FAILED: &str = "did not succeed";

/// What was recorded of a program.
#[derive(Clone, Debug)]
pub struct Run {
    /// The stage, the example or the file.
    pub name: String,
    /// What happened, in the order of time.
    pub entries: Vec<Entry>,
    /// How the program ended, if it did not end well. That is known only after it was run.
    pub end: Option<&'static str>,
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
        Ok(Run { name: file.file_stem().unwrap_or_default().display().to_string(), entries, end: None })
    }

    /// Builds a program, runs it, and reads its trace. It is an error if the program leaves none.
    pub(super) fn record(target: &Target, args: &[OsString], limit: u64) -> io::Result<Run> {
        let path = programs::develop(&target.package, target.kind, &target.name)?;
        let folder = tempfile::tempdir()?;
        let [trace, printed] = ["trace.jsonl", "printed"].map(|name| folder.path().join(name));
        let output = File::create(&printed)?;
        let mut command = Command::new(path);
        command.args(args).env(FILE, &trace).env("RUST_BACKTRACE", "0").stdin(Stdio::null());
        if target.kind == "test" {
            // As cargo does.
            command.current_dir(&target.folder).env("CARGO_MANIFEST_DIR", &target.folder);
        }
        let mut child = command.stdout(output.try_clone()?).stderr(output).spawn()?;
        let end = match wait(&mut child, limit)? {
            None => {
                // The program writes its trace, and ends.
                fs::write(stop_file(&trace), "")?;
                if wait(&mut child, limit)?.is_none() {
                    child.kill()?;
                    child.wait()?;
                }
                eprintln!("{} was stopped after {limit} s: it had not ended.", target.file);
                Some("was stopped")
            }
            Some(status) if status.success() => None,
            Some(status) => {
                eprintln!("{} did not succeed ({status}). It has printed:", target.file);
                io::stderr().write_all(&fs::read(&printed)?)?;
                Some(FAILED)
            }
        };
        let run = if trace.exists() { Some(Run::read(&trace)?) } else { None };
        let why = match run {
            Some(run) if !run.entries.is_empty() => return Ok(Run { name: target.file.clone(), end, ..run }),
            _ if fs::read_to_string(&printed)?.contains("running 0 tests") => {
                "it has no test of that name: `cargo test -p PACKAGE --test FILE -- --list` lists them"
            }
            _ => "nothing of it is traced: it polls by hand, or calls no part of a stage that waits",
        };
        Err(io::Error::other(format!("{}: {why}", target.file)))
    }
}

/// Returns the exit status of a program, if it ends within so many seconds.
fn wait(child: &mut Child, limit: u64) -> io::Result<Option<ExitStatus>> {
    let end = Instant::now() + Duration::from_secs(limit);
    let mut status = child.try_wait()?;
    while status.is_none() && Instant::now() < end {
        thread::sleep(Duration::from_millis(5));
        status = child.try_wait()?;
    }
    Ok(status)
}

/// The most events in a page or a story.
const MOST: usize = 5_000;

/// A run, with what happens in it.
pub struct Scene<'a> {
    pub title: &'a str,
    pub entries: &'a [Entry],
    /// Says that these are not all.
    pub cut: Option<String>,
    /// What happens, in plain words. Without words, an entry is no step.
    pub sentences: Vec<Option<String>>,
    /// Where each entry is on the clock of the page.
    pub x: Vec<f64>,
    pub lanes: Lanes,
    pub spans: Vec<Span>,
}

impl<'a> Scene<'a> {
    pub fn new(run: &'a Run) -> Self {
        let (all, mut replay) = (run.entries.len(), Replay::default());
        let entries = &run.entries[..all.min(MOST)];
        let cut =
            (all > MOST).then(|| format!("The first {} of {} events are shown.", whole(MOST), whole(all)));
        let sentence = |index| {
            let sentence = sentence(&entries[index..], &replay);
            replay.apply(&entries[index]);
            sentence
        };
        let sentences = (0..entries.len()).map(sentence).collect();
        let (lanes, spans) = (Lanes::new(entries), spans(entries));
        Scene { title: &run.name, entries, cut, sentences, x: Vec::new(), lanes, spans }
    }

    /// Returns how long after its beginning an entry is, in nanoseconds.
    pub fn time(&self, entry: usize) -> u64 {
        self.entries[entry].at.saturating_sub(self.entries[0].at)
    }
}
