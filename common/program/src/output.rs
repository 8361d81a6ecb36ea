//! [`Output`]: writes the report when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf, absolute};

use common::Report;

use crate::args::Format;
use crate::check::{Broken, write_check};
use crate::draft::{self, Draft};
use crate::junit::write_junit;

/// The destination of the report.
#[derive(Debug)]
pub enum Output {
    /// Stdout.
    Stdout,
    /// Stderr.
    Stderr,
    /// A file. A reader finds its old content or the complete report, unless the file system cannot replace it.
    File(PathBuf),
    /// A pipe, a device or another descriptor, which is written to as it is.
    Special(PathBuf, File),
}

impl Output {
    /// Returns the output to `path`, or else to stdout. A file keeps its content until [`write`](Output::write).
    ///
    /// # Errors
    /// If it is not writable. This is checked now, because after the crawl it would be too late.
    pub fn open(path: Option<&Path>) -> io::Result<Output> {
        path.map_or(Ok(Output::Stdout), |path| open(path).map_err(|error| about(path, error)))
    }

    /// Tells whether a person reads it.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Output::Stdout) && io::stdout().is_terminal()
    }

    /// Writes the report. Replaces the content of an existing file. A report as text lists every URL if `lists_all`, and
    /// otherwise only the `broken` ones.
    ///
    /// # Errors
    /// If the report cannot be written. A file that can be replaced then keeps its content.
    pub fn write(
        self,
        report: &Report,
        stage: &str,
        format: Format,
        lists_all: bool,
        broken: &[Broken],
    ) -> io::Result<()> {
        let write = |out: &mut dyn Write| {
            let mut out = BufWriter::new(out);
            match format {
                Format::Json => report.write_json(stage, &mut out)?,
                Format::Junit => write_junit(report, stage, broken, &mut out)?,
                Format::Text if lists_all => report.write_text(&mut out)?,
                Format::Text => write_check(report, broken, &mut out)?,
            }
            out.flush()
        };
        match self {
            Output::Stdout => write(&mut io::stdout().lock()).or_else(|error| match error.kind() {
                // The reader of stdout has read enough.
                ErrorKind::BrokenPipe => Ok(()),
                _ => Err(error),
            }),
            Output::Stderr => write(&mut io::stderr().lock()),
            Output::Special(path, mut file) => write(&mut file).map_err(|error| about(&path, error)),
            Output::File(path) => {
                draft::replace(&path, |mut file| write(&mut file)).map_err(|error| about(&path, error))
            }
        }
    }
}

fn open(path: &Path) -> io::Result<Output> {
    if is_same(path, "/dev/stdout".as_ref()) {
        return Ok(Output::Stdout);
    }
    if is_same(path, "/dev/stderr".as_ref()) {
        return Ok(Output::Stderr);
    }
    match fs::metadata(path) {
        Ok(metadata) => {
            // A read-only file must not be replaced either.
            let file = File::options().append(true).open(path)?;
            // Such as `/dev/fd/3`.
            let is_descriptor = path.starts_with("/proc") || path.starts_with("/dev/fd");
            if metadata.is_file() && !is_descriptor {
                // A symbolic link stays, and its target is replaced.
                return path.canonicalize().map(Output::File);
            }
            // It may be the descriptor of a log, which is not overwritten.
            Ok(Output::Special(path.to_owned(), file))
        }
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => {
            // The draft is dropped at once: a killed crawl leaves no file.
            Draft::beside(path).map(|_| Output::File(path.to_owned()))
        }
        Err(error) => Err(error),
    }
}

/// Returns whether both paths lead to the same file, pipe or terminal, or will do so once there is a file.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    match [one, other].map(id) {
        [Some(one), Some(other)] => one == other,
        [None, None] => resolved(one) == resolved(other),
        _ => false,
    }
}

/// Returns the identity of an existing file, which is the same for all links to it.
#[cfg(unix)]
fn id(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino())).ok()
}

/// Returns the resolved path of an existing file, which differs between hard links.
#[cfg(not(unix))]
fn id(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// Returns the path of a file that is not there, without links to its directory if that is there.
fn resolved(path: &Path) -> PathBuf {
    let path = absolute(path).unwrap_or_default();
    let directory = path.parent().and_then(|directory| directory.canonicalize().ok());
    directory.zip(path.file_name()).map(|(directory, name)| directory.join(name)).unwrap_or(path)
}

/// Returns the error with the path before it.
pub(crate) fn about(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
