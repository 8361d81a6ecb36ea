//! `watch`: checks the open exercise whenever a source is saved, and at a key.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use walkdir::{DirEntry, WalkDir};

use super::check::{Check, check};
use super::course::Course;
use super::words::{DIM, say};
use super::{history, show, start};
use crate::building::explained;

/// The time in which a save or a key is noticed. To look at the sources works on every file system.
const SOON: Duration = Duration::from_millis(200);

/// The texts of a package's sources, by their paths.
pub type Sources = BTreeMap<PathBuf, Vec<u8>>;

/// Checks the open exercise again and again, until `q`. The key `n` starts the next one, perhaps of the core.
pub fn watch(course: &Course, core_only: bool) -> io::Result<()> {
    let keys = keys();
    loop {
        // What is saved during a check is checked next.
        let mut seen = sources(course)?;
        goes_on(check(course, &Check::default()).map(drop))?;
        loop {
            say!(
                "\n{DIM}n next  h hint  l list  r reset  u undo  q quit, and Enter or a save checks{DIM:#}"
            )?;
            let key = wait(|| sources(course), &keys, &seen)?;
            let done = match key {
                'n' => start::next(course, core_only),
                'h' => show::hint(course, None),
                'l' => show::list(course),
                'r' => start::reset(course, None),
                'u' => history::undo(course),
                'q' => return Ok(()),
                _ => break,
            };
            goes_on(done)?;
            // What is said of a source that a command has changed stays on the screen until the learner saves.
            if matches!(key, 'n' | 'r' | 'u') {
                seen = sources(course)?;
            }
        }
    }
}

/// Says what went wrong: the learner can fix it, and save again.
pub fn goes_on(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say!("cargo workshop: {}", explained(&error))
        }
        result => result,
    }
}

/// Returns the first characters of the lines that are typed, and a line's end for an empty one.
pub fn keys() -> Receiver<char> {
    let (sender, keys) = mpsc::channel();
    thread::spawn(move || {
        let lines = io::stdin().lines().map_while(Result::ok);
        // Nothing is left to tell after the watch.
        lines.map(|line| line.chars().next().unwrap_or('\n')).try_for_each(|key| sender.send(key))
    });
    keys
}

/// Waits for a key, and returns it. Returns a line's end, too, if a source is no longer as it was seen.
pub fn wait(
    sources: impl Fn() -> io::Result<Sources>,
    keys: &Receiver<char>,
    seen: &Sources,
) -> io::Result<char> {
    loop {
        match keys.recv_timeout(SOON) {
            Ok(key) => return Ok(key),
            Err(RecvTimeoutError::Timeout) => {}
            // Without a terminal, nothing is typed.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(SOON),
        }
        if sources()? != *seen {
            // An editor may write several files, or one in several steps.
            thread::sleep(SOON);
            return Ok('\n');
        }
    }
}

/// Returns the texts of the sources and the tests of the open exercise's package.
fn sources(course: &Course) -> io::Result<Sources> {
    Ok(sources_in(&course.path(course.find_or_open(None)?.folder())))
}

/// Returns the texts of the sources and the tests of a package.
pub fn sources_in(folder: &Path) -> Sources {
    let files =
        ["src", "tests"].map(|inner| WalkDir::new(folder.join(inner))).into_iter().flatten().flatten();
    let paths = files.map(DirEntry::into_path);
    let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    // A file may be renamed just now.
    sources.filter_map(|path| Some((path.clone(), fs::read(path).ok()?))).collect()
}
