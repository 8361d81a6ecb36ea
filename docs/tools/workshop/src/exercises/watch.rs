//! `watch`: checks the open exercise whenever a source is saved, and at a key.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use walkdir::{DirEntry, WalkDir};

use super::check::{Check, check};
use super::course::Course;
use super::words::{DIM, say};
use super::{history, show, start};
use crate::building::GoOn;
use crate::width;

/// The time in which a save or a key is noticed. To look at the sources works on every file system.
const SOON: Duration = Duration::from_millis(200);

/// The keys that a watch obeys, with what they do.
const KEYS: &str = "n next  h hint  l list  r reset  u undo  q quit";

/// The texts of a package's sources, by their paths.
type Sources = BTreeMap<PathBuf, Vec<u8>>;

/// Checks the open exercise again and again, until `q`. The key `n` starts the next one, perhaps of the core.
pub fn watch(course: &Course, core_only: bool) -> io::Result<()> {
    repeat(
        KEYS,
        || Ok(course.path(course.find_or_open(None)?.folder())),
        |go_on| check(course, &Check::default(), go_on).map(drop),
        |key| match key {
            'n' => start::next(course, core_only),
            'h' => show::hint(course, None),
            'l' => show::list(course),
            'r' => start::reset(course, None),
            _ => history::undo(course),
        },
    )
}

/// Calls `run` at once, and then at Enter and at each save in the package in `folder`, until `q` or Ctrl-D. A save also ends
/// what runs. `obey` does what another one of `keys` says: a character before each word.
///
/// # Errors
/// If stdout is closed, or if there is no folder.
pub fn repeat(
    keys: &str,
    folder: impl Fn() -> io::Result<PathBuf>,
    run: impl Fn(GoOn<'_>) -> io::Result<()>,
    obey: impl Fn(char) -> io::Result<()>,
) -> io::Result<()> {
    let is_key = |key: char| keys.split("  ").any(|word| word.starts_with(key));
    let mut watched = folder()?;
    let (sender, typed) = mpsc::channel();
    // A pipe may end before the watch.
    let _sender = sender.clone();
    thread::spawn(move || read_keys(&sender));
    for number in 1.. {
        let mut seen = sources_in(&watched);
        say!("\n{DIM}{:-<width$}{DIM:#}", format!("-- run {number} "), width = width::of_stdout())?;
        let is_saved = || io::Error::new(io::ErrorKind::Interrupted, "a source was saved");
        goes_on(run(&|| if sources_in(&watched) == seen { Ok(()) } else { Err(is_saved()) }))?;
        let mut shows_keys = true;
        while sources_in(&watched) == seen {
            if shows_keys {
                say!("\n{DIM}{keys}, each with Enter; Enter alone or a save checks{DIM:#}")?;
            }
            let key = typed.recv_timeout(SOON).ok();
            shows_keys = key.is_some();
            match key {
                None => {}
                Some('\n') => break,
                Some('q') => return Ok(()),
                Some(key) if is_key(key) => {
                    goes_on(obey(key))?;
                    // A message about a source that a command has changed stays on the screen until the learner saves.
                    watched = folder()?;
                    seen = sources_in(&watched);
                }
                Some(key) => say!("`{key}` means nothing here.")?,
            }
        }
        // An editor may write several files, or one in several steps.
        thread::sleep(SOON);
        watched = folder()?;
    }
    Ok(())
}

/// Sends the first characters of lines, and a line's end for an empty line. A terminal that ends, by Ctrl-D, quits.
fn read_keys(keys: &Sender<char>) {
    let lines = stdin().lines().map_while(Result::ok);
    let typed = lines.map(|line| line.chars().next().unwrap_or('\n'));
    let end = stdin().is_terminal().then_some('q');
    // After the watch, the receiver is gone.
    let _ = typed.chain(end).try_for_each(|key| keys.send(key));
}

/// Says what went wrong: the learner can fix it, and save again.
fn goes_on(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say!("cargo workshop: {error}")
        }
        result => result,
    }
}

/// Returns the texts of the sources and the tests of a package.
fn sources_in(folder: &Path) -> Sources {
    let files =
        ["src", "tests"].map(|inner| WalkDir::new(folder.join(inner))).into_iter().flatten().flatten();
    let paths = files.map(DirEntry::into_path);
    let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    // A file may be renamed just now.
    sources.filter_map(|path| Some((path.clone(), fs::read(path).ok()?))).collect()
}
