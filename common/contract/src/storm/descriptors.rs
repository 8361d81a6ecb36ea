//! The count of what the process has open.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use crate::running::HUNG;

/// How many descriptors the process has open; 0 where there is no way to tell.
pub(super) fn count() -> usize {
    open().len()
}

/// Waits until no more than `limit` are open: threads that have been told to end may not have ended yet.
///
/// # Panics
/// If more stay open.
pub(super) fn assert_at_most(limit: usize) {
    let start = Instant::now();
    while count() > limit {
        assert!(start.elapsed() < HUNG, "{limit} descriptors were open before, now there are {:?}", open());
        thread::sleep(Duration::from_millis(10));
    }
}

/// What each descriptor leads to. Linux lists them; the one by which it is asked is among them, each time.
fn open() -> Vec<PathBuf> {
    let Ok(list) = fs::read_dir("/proc/self/fd") else { return Vec::new() };
    list.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok()).collect()
}
