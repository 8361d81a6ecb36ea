//! `watch`: checks the open exercise whenever a source is saved, and at a key.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use walkdir::{DirEntry, WalkDir};

use super::check::{Check, check};
use super::course::Course;
use super::keys::{END, Keys};
use super::words::{DIM, say};
use super::{history, show, start};
use crate::building::{GoOn, explained};
use crate::width;

/// The time in which a save or a key is noticed. To look at the sources works on every file system.
const SOON: Duration = Duration::from_millis(200);

/// The keys that a watch obeys, with what they do.
const KEYS: &str = "n next  h hint  l list  r reset  u undo  q quit";

/// The texts of a package's sources, by their paths.
pub type Sources = BTreeMap<PathBuf, Vec<u8>>;

/// Checks the open exercise again and again, until `q`. The key `n` starts the next one, perhaps of the core.
pub fn watch(course: &Course, core_only: bool) -> io::Result<()> {
    let folder = || Ok(course.path(course.find_or_open(None)?.folder()));
    folder()?;
    Watch::new(KEYS).run(
        folder,
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

/// Runs of tests, one at each save.
pub struct Watch {
    keys: Keys,
    /// The keys that it obeys, as they are shown: a character before each word.
    shown: &'static str,
    /// The key that has ended a run.
    pressed: Cell<Option<char>>,
}

impl Watch {
    /// Begins to read keys. `shown` has those that are obeyed, `q` among them.
    pub fn new(shown: &'static str) -> Watch {
        Watch { keys: Keys::read(), shown, pressed: Cell::new(None) }
    }

    /// Calls `run` at once, and then at Enter and at each save in the package in `folder`, until `q` or Ctrl-D. A key that is
    /// obeyed or a save also ends what runs. `obey` does what another key says.
    ///
    /// # Errors
    /// If stdout is closed, or if there is no folder.
    pub fn run(
        &self,
        folder: impl Fn() -> io::Result<PathBuf>,
        run: impl Fn(GoOn<'_>) -> io::Result<()>,
        obey: impl Fn(char) -> io::Result<()>,
    ) -> io::Result<()> {
        for number in 1.. {
            let mut watched = folder()?;
            let mut seen = sources_in(&watched);
            say!("\n{DIM}{}{DIM:#}", rule(number))?;
            match run(&|| self.goes_on(&watched, &seen)) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                ended => goes_on(ended)?,
            }
            loop {
                let key = match self.pressed.take() {
                    Some(key) => key,
                    None if sources_in(&watched) != seen => '\n',
                    None => {
                        say!("\n{DIM}{}, each with Enter; Enter alone or a save checks{DIM:#}", self.shown)?;
                        self.wait(&watched, &seen)?
                    }
                };
                match key {
                    '\n' => break,
                    'q' | END => return Ok(()),
                    _ => {
                        let is_saved = sources_in(&watched) != seen;
                        goes_on(obey(key))?;
                        watched = folder()?;
                        // A message about a source that a command has changed stays on the screen until the learner saves.
                        if !is_saved {
                            seen = sources_in(&watched);
                        }
                    }
                }
            }
            // An editor may write several files, or one in several steps.
            thread::sleep(SOON);
        }
        Ok(())
    }

    /// Waits for a key that is obeyed, and returns it. Returns a line's end, too, if a source is no longer as it was seen.
    fn wait(&self, folder: &Path, seen: &Sources) -> io::Result<char> {
        loop {
            match self.keys.next_within(SOON) {
                Some(key) if self.obeys(key) => return Ok(key),
                Some(key) => self.say_wrong(key)?,
                None if sources_in(folder) != *seen => return Ok('\n'),
                None => {}
            }
        }
    }

    /// Returns an error if what runs has to end, because a source was saved or a key was pressed.
    fn goes_on(&self, folder: &Path, seen: &Sources) -> io::Result<()> {
        let is_saved = || sources_in(folder) != *seen;
        // Input from a pipe was not typed during this run.
        let key = if self.keys.are_typed { self.keys.next_within(Duration::ZERO) } else { None };
        match key {
            Some(key) if self.obeys(key) => self.pressed.set(Some(key)),
            Some(key) => return self.say_wrong(key),
            None if is_saved() => {}
            None => return Ok(()),
        }
        Err(io::Error::new(io::ErrorKind::Interrupted, "the run was ended"))
    }

    fn obeys(&self, key: char) -> bool {
        let mut words = self.shown.split("  ");
        matches!(key, '\n' | END) || words.any(|word| word.starts_with(key))
    }

    fn say_wrong(&self, key: char) -> io::Result<()> {
        say!("`{key}` means nothing here. {}", self.shown)
    }
}

/// Returns the line that sets a run apart from the one before.
fn rule(number: usize) -> String {
    format!("{:-<width$}", format!("-- run {number} "), width = width::of_stdout())
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

/// Returns the texts of the sources and the tests of a package.
fn sources_in(folder: &Path) -> Sources {
    let files =
        ["src", "tests"].map(|inner| WalkDir::new(folder.join(inner))).into_iter().flatten().flatten();
    let paths = files.map(DirEntry::into_path);
    let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    // A file may be renamed just now.
    sources.filter_map(|path| Some((path.clone(), fs::read(path).ok()?))).collect()
}
