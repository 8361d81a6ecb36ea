//! [`Resume`]: the file in which a crawl keeps what is done, so that the next run goes on from there.
//!
//! It is a [`header`], and then the lines of a [`Store`].

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use common::crawl::interrupt::Interrupt;
use common::extra::resume::{BrokenLine, NOT_A_JOURNAL, Replay, Store, check_header, header};
use common::lock::lock;
use common::{Frontier, Services};

use crate::output::about;

/// The most bytes that are read of a header. It has the roots, so it may be as long as a command line.
const MAX_HEADER: u64 = 16 << 20;

/// The advice for a damaged line.
const WHAT_HELPS: &str = "remove it and the lines after it, and the crawl fetches their pages again";

/// An open file of `--resume`. No other process can open it meanwhile.
#[derive(Debug)]
pub struct Resume {
    file: File,
    path: PathBuf,
    interrupt: Interrupt,
    /// The first error. Nothing is written after it: a line may be torn.
    failed: Mutex<Option<io::Error>>,
}

impl Resume {
    /// Opens the file at `path`, or creates it, and makes it the store of the crawl. Returns the frontier that the file has, too.
    /// A last line that was not written to its end is removed.
    ///
    /// # Errors
    /// If the file is not a regular one, is in use, was not written by `--resume`, is of a crawl with other options, has a
    /// broken line, or cannot be read or written. It is left as it was.
    pub fn open(path: &Path, services: &mut Services) -> io::Result<(Arc<Resume>, Frontier)> {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let read = |file: &File| hold(file).and_then(|()| read(file, services));
        let opened = file.and_then(|file| read(&file).map(|replay| (file, replay)));
        let (file, replay) = opened.map_err(|error| about(path, error))?;
        let (path, interrupt) = (path.to_owned(), services.interrupt.clone());
        let resume = Arc::new(Resume { file, path, interrupt, failed: Mutex::default() });
        let store = Arc::clone(&resume);
        services.store = Some(Store::new(move |line| store.append(line)));
        Ok((resume, replay.into_frontier()))
    }

    /// Syncs the file after the crawl.
    ///
    /// # Errors
    /// If something could not be stored. The crawl was interrupted then, and the file has what is in the report.
    pub fn finish(&self) -> io::Result<()> {
        let failed = lock(&self.failed).take();
        failed.map_or_else(|| self.file.sync_data(), Err).map_err(|error| about(&self.path, error))
    }

    /// Appends a line. The frontier settles one outcome at a time, so no two lines are written at once. Ends the crawl if this
    /// fails.
    fn append(&self, line: &str) -> bool {
        let mut failed = lock(&self.failed);
        if failed.is_none() {
            let Err(error) = (&self.file).write_all(line.as_bytes()) else { return true };
            *failed = Some(error);
        }
        // The lock is released: an action for the interrupt may take any other lock, but it must not wait for this one.
        drop(failed);
        self.interrupt.trigger();
        false
    }
}

/// Locks a regular file for this process. Where files cannot be locked, such as on some network drives, it does not.
fn hold(file: &File) -> io::Result<()> {
    // To read another kind of file may take for ever.
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(ErrorKind::ResourceBusy, "another crawl uses it"))
        }
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// Reads the file back, and leaves it where the next line belongs. Begins it if it is empty.
fn read(mut file: &File, services: &Services) -> io::Result<Replay> {
    let (replay, mut reader) = (Replay::new(services), BufReader::new(file));
    let header = header(&services.options);
    let mut line = Vec::new();
    reader.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line)?;
    if line.ends_with(b"\n") {
        check_header(&line, &header).map_err(io::Error::other)?;
        let (end, replay) = settle_all(reader, line.len() as u64, replay)?;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        return Ok(replay);
    }
    if !header.as_bytes().starts_with(&line) {
        return Err(io::Error::other(NOT_A_JOURNAL));
    }
    // The file is new, or the first run ended before it had written the header.
    file.seek(SeekFrom::Start(0))?;
    file.write_all(header.as_bytes())?;
    Ok(replay)
}

/// Settles the outcomes of all lines. Returns the length of the file without a torn last line.
fn settle_all(mut reader: impl BufRead, mut end: u64, mut replay: Replay) -> io::Result<(u64, Replay)> {
    let mut line = Vec::new();
    for number in 2_u64.. {
        line.clear();
        reader.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            break;
        }
        match replay.settle(&line) {
            Ok(()) => end += line.len() as u64,
            // A power cut may have kept the end of a line and lost its start.
            Err(BrokenLine::Syntax(_)) if reader.fill_buf()?.is_empty() => break,
            Err(error) => {
                return Err(io::Error::other(format!("line {number}: {error}; {WHAT_HELPS}")));
            }
        }
    }
    Ok((end, replay))
}
