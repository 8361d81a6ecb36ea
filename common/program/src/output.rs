//! [`Output`]: where the report goes, and that it gets there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use common::Report;
use tempfile::{Builder, NamedTempFile};

/// How the report is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
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

    /// Writes the report and, for a file, puts it in the place of what is there.
    ///
    /// # Errors
    /// It could not be written; a file is as it was then.
    pub fn write(self, report: &Report, stage: &str, format: Format) -> io::Result<()> {
        let write = |out: &mut dyn Write| {
            let mut out = BufWriter::new(out);
            match format {
                Format::Text => report.write_text(&mut out)?,
                Format::Json => report.write_json(stage, &mut out)?,
            }
            out.flush()
        };
        match self {
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
    beside(path)?.close()?;
    Ok(Output::File(path.into()))
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = beside(path)?;
    write(&mut file)?;
    // Some file systems say only now that they are full; and the name must not be there before the content is.
    file.as_file().sync_all()?;
    if let Ok(there) = fs::metadata(path) {
        file.as_file().set_permissions(there.permissions())?;
    }
    file.persist(path)?;
    Ok(())
}

/// A file in the same directory, so that it can be renamed; whoever may read any new file may read it.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".report-").tempfile_in(directory.unwrap_or(Path::new(".")))
}

fn about(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
