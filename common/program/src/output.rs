//! [`Output`]: writes the report when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use common::Report;

use crate::draft::{self, Draft};
use crate::inherited::check;

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
    /// A summary for a terminal: redirects, slowest pages, failures and totals.
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
    /// Stderr.
    Stderr,
    /// A file. A reader finds its old content or the complete report, unless the file system cannot replace it.
    File(PathBuf),
    /// A file in a directory in which no other file can be created.
    InPlace(PathBuf),
    /// A pipe, a device or another descriptor, which is written to as it is.
    Special(PathBuf, File),
}

impl Output {
    /// Returns the output to `path`, or to stdout without a path. An existing file keeps its content
    /// until [`write`](Output::write).
    ///
    /// # Errors
    /// If it is not writable. This is checked now, because after the crawl it would be too late.
    pub fn open(path: Option<&Path>) -> io::Result<Output> {
        match path {
            None => stdout().map_err(|error| about(Path::new("stdout"), error)),
            Some(path) => open(path).map_err(|error| about(path, error)),
        }
    }

    /// Returns whether the output is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Output::Stdout) && io::stdout().is_terminal()
    }

    /// Writes the report. Replaces the content of an existing file.
    ///
    /// # Errors
    /// If the report cannot be written. A file that can be replaced then keeps its content.
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
            Output::Stdout if form == Form::Summary => until_closed(write(&mut anstream::stdout().lock())),
            Output::Stdout => until_closed(write(&mut io::stdout().lock())),
            Output::Stderr => write(&mut io::stderr().lock()),
            Output::Special(path, mut file) => write(&mut file).map_err(|error| about(&path, error)),
            Output::File(path) => draft::replace(&path, write).map_err(|error| about(&path, error)),
            Output::InPlace(path) => draft::overwrite(&path, write).map_err(|error| about(&path, error)),
        }
    }
}

/// Returns `written`, but takes a broken pipe for success: the reader of stdout has read enough.
fn until_closed(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

fn stdout() -> io::Result<Output> {
    check(io::stdout())?;
    Ok(Output::Stdout)
}

fn stderr() -> io::Result<Output> {
    check(io::stderr())?;
    Ok(Output::Stderr)
}

fn open(path: &Path) -> io::Result<Output> {
    // Only a directory may have a slash at its end, which `file_name` ignores.
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(ErrorKind::IsADirectory.into());
    }
    // This finds a symbolic link that leads to itself.
    if let Err(error) = fs::metadata(path)
        && error.kind() != ErrorKind::NotFound
    {
        return Err(error);
    }
    let path = follow(path)?;
    let leads_to = |stream| follow(Path::new(stream)).is_ok_and(|stream| stream == path);
    if leads_to("/dev/stdout") {
        return stdout();
    }
    if leads_to("/dev/stderr") {
        return stderr();
    }
    match fs::metadata(&path) {
        Err(_) => new_file(path),
        Ok(metadata) if metadata.is_file() && !is_descriptor(&path) => existing_file(path),
        // It may be the descriptor of a log, which is not overwritten.
        Ok(_) => File::options().append(true).open(&path).map(|file| Output::Special(path, file)),
    }
}

/// Returns the path to which symbolic links lead. Its file may not exist. A link to a descriptor is not followed.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let path = Path::new(".").join(path);
    let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else { return Ok(path) };
    let directory = directory.canonicalize()?;
    let path = directory.join(name);
    match fs::read_link(&path) {
        Ok(link) if !is_descriptor(&path) => follow(&directory.join(link)),
        _ => Ok(path),
    }
}

/// Returns whether this is the path of an open descriptor, such as `/proc/self/fd/1`.
fn is_descriptor(path: &Path) -> bool {
    path.starts_with("/proc") || path.starts_with("/dev/fd")
}

fn existing_file(path: PathBuf) -> io::Result<Output> {
    // A read-only file must not be replaced either.
    File::options().append(true).open(&path)?;
    Ok(if Draft::beside(&path).is_ok() { Output::File(path) } else { Output::InPlace(path) })
}

fn new_file(path: PathBuf) -> io::Result<Output> {
    // The draft is dropped at once: it shows that the folder is writable, and a killed crawl leaves no file.
    Draft::beside(&path)?;
    Ok(Output::File(path))
}

fn about(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
