//! [`Output`]: where the report goes, and that it gets there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use common::Report;

use crate::draft::Draft;

/// How the report is to be written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// For people: a summary on a terminal; with -v, with -o or in a pipe, a line for each URL
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
    /// Returns the form of a report in `format`. Text on a terminal is a summary, unless `verbose` asks for all records.
    pub fn of(format: Format, is_terminal: bool, verbose: bool) -> Form {
        match format {
            Format::Json => Form::Json,
            Format::Text if is_terminal && !verbose => Form::Summary,
            Format::Text => Form::Records,
        }
    }
}

/// Where the report goes.
#[derive(Debug)]
pub enum Output {
    /// To stdout.
    Stdout,
    /// To a file, which a reader finds as it was or with the whole report.
    File(PathBuf),
    /// To what is no file, such as a pipe or a device: what is written there cannot be replaced.
    Special(PathBuf, File),
}

impl Output {
    /// The output to `path`, stdout if there is none. It is opened here, or tried out: after an hour of crawling
    /// it would be too late. A file that is there stays as it is until the report is whole.
    ///
    /// # Errors
    /// It is not possible to write there.
    pub fn open(path: Option<&Path>) -> io::Result<Output> {
        let Some(path) = path else { return Ok(Output::Stdout) };
        let opened = match fs::metadata(path) {
            Ok(there) if there.is_file() => writable(path),
            Ok(_) => File::options().write(true).open(path).map(|file| Output::Special(path.into(), file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => new_file(path),
            Err(error) => Err(error),
        };
        opened.map_err(|error| about(path, error))
    }

    /// Returns whether it is a terminal, on which the report is read at once.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Output::Stdout) && io::stdout().is_terminal()
    }

    /// Writes the report. A file gets it in the place of what is there.
    ///
    /// # Errors
    /// If it cannot be written. A file is then as it was.
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
            // Without colours where the terminal or the environment wants none.
            Output::Stdout if form == Form::Summary => write(&mut anstream::stdout().lock()),
            Output::Stdout => write(&mut io::stdout().lock()),
            Output::Special(path, mut file) => write(&mut file).map_err(|error| about(&path, error)),
            Output::File(path) => replace(&path, write).map_err(|error| about(&path, error)),
        }
    }
}

/// The output to a file that is there: to what a link leads to, and not in place of the link.
fn writable(path: &Path) -> io::Result<Output> {
    // A file that is not to be written is not to be replaced either.
    File::options().append(true).open(path)?;
    new_file(&path.canonicalize()?)
}

/// The output to a file that need not be there.
fn new_file(path: &Path) -> io::Result<Output> {
    // A crawl that is killed leaves nothing behind: the file in which the report is written is made when it is.
    Draft::beside(path)?;
    Ok(Output::File(path.into()))
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut draft = Draft::beside(path)?;
    write(&mut draft.file)?;
    // Some file systems say only now that they are full; and the name must not be there before the content is.
    draft.file.sync_all()?;
    if let Ok(there) = fs::metadata(path) {
        draft.file.set_permissions(there.permissions())?;
    }
    draft.replace(path)
}

fn about(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
