//! [`Output`]: writes the report when it is complete.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use common::Report;

use crate::check::{Broken, write_check};
use crate::junit::write_junit;

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people: what failed on a terminal, else each URL in a line
    Text,
    /// For programs: a record for each URL
    Json,
    /// For CI servers: JUnit's XML, a test case for each URL
    Junit,
}

/// The destination of the report.
#[derive(Debug)]
pub enum Output {
    /// Stdout.
    Stdout,
    /// A file, a pipe or a device.
    File(PathBuf, File),
}

impl Output {
    /// Returns the output to `path`, or to stdout without a path. An existing file keeps its content until
    /// [`write`](Output::write).
    ///
    /// # Errors
    /// If it is not writable. This is checked now, because after the crawl it would be too late.
    pub fn open(path: Option<&Path>) -> io::Result<Output> {
        let Some(path) = path else { return Ok(Output::Stdout) };
        // What is not emptied below, such as the log of another process behind `/dev/stdout`, is appended to.
        let file =
            File::options().append(true).create(true).open(path).map_err(|error| about(path, error))?;
        Ok(Output::File(path.to_owned(), file))
    }

    /// Returns whether text has a line for each URL, unless `--check` or `-v` chooses.
    pub fn lists_all(&self) -> bool {
        !(matches!(self, Output::Stdout) && io::stdout().is_terminal())
    }

    /// Writes the report, in place of the content of an existing file. Text is what is `broken`, or a line for each URL if it
    /// `lists_all`.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub fn write(
        &self,
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
            // A reader that has read enough is no error.
            Output::Stdout => write(&mut io::stdout().lock())
                .or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }),
            Output::File(path, file) => {
                empty(path, file).and_then(|()| write(&mut &*file)).map_err(|error| about(path, error))
            }
        }
    }
}

/// Removes the content of a file. A path such as `/dev/stdout` leads to the file of another process.
fn empty(path: &Path, file: &File) -> io::Result<()> {
    let is_descriptor = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    if file.metadata()?.is_file() && !is_descriptor { file.set_len(0) } else { Ok(()) }
}

/// Returns the error with the path before it.
pub(crate) fn about(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
