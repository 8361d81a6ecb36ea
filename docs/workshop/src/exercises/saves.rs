//! [`Saves`]: tells when a source was saved.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::{Config, Event, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use super::lock::FOLDER;
use crate::root::about;

/// How long the file system has to tell of a file that was written.
const TOLD_WITHIN: Duration = Duration::from_secs(1);

/// How often to look if the file system does not tell.
const INTERVAL: Duration = Duration::from_millis(500);

/// Watches folders.
pub struct Saves {
    // It watches until it is dropped.
    _watcher: Box<dyn Watcher>,
    saved: Receiver<notify::Result<Event>>,
}

impl Saves {
    /// Watches folders and all below them. Where the file system does not tell of changes, it looks for them.
    ///
    /// # Errors
    /// If a folder cannot be watched.
    pub fn of(root: &Path, folders: &[String]) -> io::Result<Saves> {
        let (sender, saved) = channel();
        let mut watcher: Box<dyn Watcher> = if tells(root) {
            Box::new(RecommendedWatcher::new(sender, Config::default()).map_err(io::Error::other)?)
        } else {
            let config = Config::default().with_poll_interval(INTERVAL).with_compare_contents(true);
            Box::new(PollWatcher::new(sender, config).map_err(io::Error::other)?)
        };
        for folder in folders {
            watcher.watch(&root.join(folder), RecursiveMode::Recursive).map_err(io::Error::other)?;
        }
        Ok(Saves { _watcher: watcher, saved })
    }

    /// Waits until a source may have been saved, but no longer than `limit`. Returns whether one may have been.
    pub fn wait(&self, limit: Duration) -> bool {
        let end = Instant::now() + limit;
        while let Ok(event) = self.saved.recv_timeout(end.saturating_duration_since(Instant::now())) {
            // An error may hide a change.
            if event.is_ok_and(|event| event.kind.is_access()) {
                continue;
            }
            return true;
        }
        false
    }
}

/// Tells whether the file system tells of changes. Some do not, such as those of a network or a container.
pub fn tells(root: &Path) -> bool {
    let told = || {
        let folder = root.join(FOLDER);
        fs::create_dir_all(&folder).map_err(|error| about(&folder, &error))?;
        let (sender, told) = channel();
        let mut watcher = RecommendedWatcher::new(sender, Config::default()).map_err(io::Error::other)?;
        watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(io::Error::other)?;
        let file = folder.join("watched");
        fs::write(&file, "")?;
        let told = told.recv_timeout(TOLD_WITHIN).is_ok();
        fs::remove_file(&file)?;
        io::Result::Ok(told)
    };
    told().unwrap_or(false)
}
