//! `watch`: checks the open exercise whenever a source is saved, and at a key.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
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

/// The time in which an editor writes several files, or one in several steps.
const QUIET: Duration = Duration::from_millis(50);

/// The texts of sources, by their paths.
type Sources = BTreeMap<PathBuf, Vec<u8>>;

/// Checks the open exercise again and again, until `q`. The key `n` starts the next one, perhaps of the core.
pub fn watch(course: &Course, core_only: bool) -> io::Result<()> {
    let (keys, mut seen) = (keys(), Sources::new());
    // After a command has changed the source, its words stay on the screen until the learner saves.
    let mut is_changed_by_command = false;
    loop {
        let exercise = match course.find_or_open(None) {
            Err(error) if seen.is_empty() => return Err(error),
            Err(error) => return say!("cargo workshop: {}", explained(&error)),
            Ok(exercise) => exercise,
        };
        let folders = ["src", "tests"].map(|inner| format!("{}/{inner}", exercise.folder()));
        let now = contents(course, &folders);
        if now != seen {
            let saved = now.iter().filter(|(path, text)| seen.get(*path).is_some_and(|seen| seen != *text));
            let saved: Vec<_> = saved.filter_map(|(path, _)| path.file_name()?.to_str()).collect();
            if !saved.is_empty() && !is_changed_by_command {
                say!("\n{DIM}Saved: {}{DIM:#}", saved.join(", "))?;
            }
            seen = now;
            let check = || check(course, &Check::default());
            match if is_changed_by_command { Ok(false) } else { check() } {
                // It has changed the sources itself. Otherwise, what was saved meanwhile is checked next.
                Ok(true) => seen = contents(course, &folders),
                checked => goes_on(checked.map(drop))?,
            }
            say!(
                "\n{DIM}n next  h hint  l list  r reset  u undo  q quit, and Enter; Enter or a save checks again{DIM:#}"
            )?;
        }
        let key = wait(&keys, || contents(course, &folders) != seen);
        is_changed_by_command = matches!(key, Some('n' | 'r' | 'u'));
        match key {
            None => {}
            Some('n') => goes_on(start::next(course, core_only))?,
            Some('h') => goes_on(show::hint(course, None))?,
            Some('l') => goes_on(show::list(course))?,
            Some('r') => goes_on(start::reset(course, None))?,
            Some('u') => goes_on(history::undo(course))?,
            Some('q') => return Ok(()),
            Some(_) => seen.clear(),
        }
    }
}

/// Says what went wrong: the learner can fix it, and save again.
fn goes_on(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say!("cargo workshop: {}", explained(&error))
        }
        result => result,
    }
}

/// Returns the first characters of the lines that are typed, and a line's end for an empty one.
fn keys() -> Receiver<char> {
    let (sender, keys) = mpsc::channel();
    thread::spawn(move || {
        let lines = io::stdin().lines().map_while(Result::ok);
        // Nothing is left to tell after the watch.
        lines.map(|line| line.chars().next().unwrap_or('\n')).try_for_each(|key| sender.send(key))
    });
    keys
}

/// Waits for a key, and returns it. Returns `None` if a source was saved.
fn wait(keys: &Receiver<char>, is_saved: impl Fn() -> bool) -> Option<char> {
    loop {
        match keys.recv_timeout(SOON) {
            Ok(key) => return Some(key),
            Err(RecvTimeoutError::Timeout) => {}
            // Without a terminal, nothing is typed.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(SOON),
        }
        if is_saved() {
            thread::sleep(QUIET);
            return None;
        }
    }
}

/// Returns the sources in these folders.
fn contents(course: &Course, folders: &[String]) -> Sources {
    let files = folders.iter().flat_map(|folder| WalkDir::new(course.path(folder))).flatten();
    let files = files.map(DirEntry::into_path);
    let sources = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    // A file may be renamed just now.
    sources.filter_map(|path| Some((path.clone(), fs::read(path).ok()?))).collect()
}
