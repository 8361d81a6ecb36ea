//! [`Resume`]: the file in which a crawl keeps what is done, so that the next run goes on from there.
//!
//! It is a [`header`], and then the lines of a [`Store`], each with a checksum before it.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use common::crawl::interrupt::Interrupt;
use common::lock::lock;
use common::{Frontier, Services};
use web::resume::{Replay, Store, WrongHeader, check_header, header};

use crate::draft::sync_name;
use crate::output::about;

/// The time between two syncs: what a power cut may cost.
const SYNC: Duration = Duration::from_secs(1);

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
    /// Dropping it ends the thread that syncs the file.
    _is_open: Sender<()>,
}

impl Resume {
    /// Opens the file at `path`, or creates it. Returns the frontier that the file has, too, which stores in it what it settles.
    /// A last line that was not written to its end is removed.
    ///
    /// # Errors
    /// If the file is not a regular one, is in use, was not written by `--resume`, is of a crawl with other options, has a
    /// broken line, or cannot be read or written. It is left as it was.
    pub fn open(path: &Path, services: &Services) -> io::Result<(Arc<Resume>, Frontier)> {
        let name = |error: io::Error| about(path, error);
        check_kind(path).map_err(name)?;
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(name)?;
        hold(&file).map_err(name)?;
        let mut frontier = read(&file, path, services).map_err(name)?.into_frontier();
        let interrupt = services.interrupt.clone();
        let (_is_open, until_closed) = channel();
        let resume =
            Arc::new(Resume { file, path: path.to_owned(), interrupt, failed: Mutex::default(), _is_open });
        let store = Arc::clone(&resume);
        frontier.ask_first(Arc::new(Store::new(move |line: &str| store.append(line))));
        let to_sync = Arc::downgrade(&resume);
        let sync = move || {
            while until_closed.recv_timeout(SYNC) == Err(RecvTimeoutError::Timeout) {
                let Some(resume) = to_sync.upgrade() else { return };
                resume.sync();
            }
        };
        thread::Builder::new().name("sync".to_owned()).spawn(sync)?;
        Ok((resume, frontier))
    }

    /// Syncs the file after the crawl.
    ///
    /// # Errors
    /// If something could not be stored. The crawl was interrupted then, and the file has what is in the report.
    pub fn finish(&self) -> io::Result<()> {
        self.sync();
        lock(&self.failed).take().map_or(Ok(()), |error| Err(about(&self.path, error)))
    }

    /// Appends a line. The frontier settles one outcome at a time, so no two lines are written at once.
    fn append(&self, line: &str) -> bool {
        // The lock is released: an action for the interrupt may take any other lock, but it must not wait for this one.
        let has_failed = lock(&self.failed).is_some();
        let checked = format!("{}{line}", checksum(line.as_bytes()));
        !has_failed && self.note((&self.file).write_all(checked.as_bytes()))
    }

    fn sync(&self) {
        self.note(self.file.sync_data());
    }

    /// Returns whether this worked. Ends the crawl if it did not.
    fn note(&self, done: io::Result<()>) -> bool {
        let Err(error) = done else { return true };
        lock(&self.failed).get_or_insert(error);
        self.interrupt.trigger();
        false
    }
}

/// Checks that `path` has a regular file, or none yet. To open or to read another kind of file may take for ever.
fn check_kind(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => Err(io::Error::other("it is not a regular file")),
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Locks the file for this process. Where files cannot be locked, such as on some network drives, it does nothing.
fn hold(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(ErrorKind::ResourceBusy, "another crawl uses it"))
        }
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// Reads the file back, and leaves it where the next line belongs. Begins it if it is empty.
fn read(mut file: &File, path: &Path, services: &Services) -> io::Result<Replay> {
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
        return Err(io::Error::other(WrongHeader::NotAJournal));
    }
    // The file is new, or the first run ended before it had written the header.
    file.seek(SeekFrom::Start(0))?;
    file.write_all(header.as_bytes())?;
    file.sync_all()?;
    sync_name(path);
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
        let settled = match checked(&line) {
            Some(line) => replay.settle(line).map_err(|error| error.to_string()),
            // A power cut may have kept the end of a line and lost its start.
            None if reader.fill_buf()?.is_empty() => break,
            None => Err("it is damaged".to_owned()),
        };
        settled.map_err(|why| io::Error::other(format!("line {number}: {why}; {WHAT_HELPS}")))?;
        end += line.len() as u64;
    }
    Ok((end, replay))
}

/// Returns what a line begins with in the file.
fn checksum(line: &[u8]) -> String {
    format!("{:08x} ", crc32fast::hash(line))
}

/// Returns the line without its checksum, or `None` if that is wrong.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let (sum, line) = line.split_at_checked(checksum(b"").len())?;
    (sum == checksum(line).as_bytes()).then_some(line)
}
