//! [`Output`]: writes the report, completely or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use common::Report;

use crate::draft::Draft;

/// The format that the command line asks for.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// For people: a summary on a terminal, else each URL in a line
    Text,
    /// For programs: a record for each URL
    Json,
}

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text for a terminal: the failures and the totals.
    Summary,
    /// Text with all records.
    Records,
    /// JSON.
    Json,
}

impl Form {
    /// Returns the form of a report. Text on a terminal is a summary, unless `verbose` asks for all records.
    pub fn of(format: Format, is_terminal: bool, verbose: bool) -> Form {
        match format {
            Format::Json => Form::Json,
            Format::Text if is_terminal && !verbose => Form::Summary,
            Format::Text => Form::Records,
        }
    }
}

/// The destination of the report.
#[derive(Debug)]
pub enum Output {
    /// Stdout.
    Stdout,
    /// A file. A reader finds its old content or the complete report.
    File(PathBuf),
    /// A pipe or a device, which cannot be replaced.
    Special(PathBuf, File),
}

impl Output {
    /// Returns the output to `path`, or to stdout without a path. An existing file keeps its content
    /// until [`write`](Output::write).
    ///
    /// # Errors
    /// If the path is not writable. This is checked now, because after the crawl it would be too late.
    pub fn open(path: Option<&Path>) -> io::Result<Output> {
        let Some(path) = path else { return Ok(Output::Stdout) };
        let opened = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => writable(path),
            Ok(_) => File::options().write(true).open(path).map(|file| Output::Special(path.into(), file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => new_file(path),
            Err(error) => Err(error),
        };
        opened.map_err(|error| about(path, error))
    }

    /// Returns whether the output is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Output::Stdout) && io::stdout().is_terminal()
    }

    /// Writes the report. Replaces an existing file.
    ///
    /// # Errors
    /// If the report cannot be written. A file then keeps its content.
    pub fn write(self, report: &Report, stage: &str, form: Form) -> io::Result<()> {
        let write = |out: &mut dyn Write| {
            let mut out = BufWriter::new(out);
            match form {
                Form::Summary => report.write_summary(&mut out)?,
                Form::Records => report.write_text(&mut out)?,
                Form::Json => report.write_json(stage, &mut out)?,
            }
            out.flush()
        };
        match self {
            // `anstream` drops the colours if the terminal or the environment asks for that.
            Output::Stdout if form == Form::Summary => write(&mut anstream::stdout().lock()),
            Output::Stdout => write(&mut io::stdout().lock()),
            Output::Special(path, mut file) => write(&mut file).map_err(|error| about(&path, error)),
            Output::File(path) => replace(&path, write).map_err(|error| about(&path, error)),
        }
    }
}

/// Returns the output to an existing file. A symbolic link stays, and its target is replaced.
fn writable(path: &Path) -> io::Result<Output> {
    // A read-only file must not be replaced either.
    File::options().append(true).open(path)?;
    new_file(&path.canonicalize()?)
}

/// Returns the output to a file that may not exist.
fn new_file(path: &Path) -> io::Result<Output> {
    // The draft is dropped at once: it shows that the folder is writable, and a killed crawl leaves no file.
    Draft::beside(path)?;
    Ok(Output::File(path.into()))
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut draft = Draft::beside(path)?;
    write(&mut draft.file)?;
    // Some file systems report only now that they are full. And the content must reach the disk before the name.
    draft.file.sync_all()?;
    if let Ok(metadata) = fs::metadata(path) {
        draft.file.set_permissions(metadata.permissions())?;
    }
    draft.replace(path)
}

fn about(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
