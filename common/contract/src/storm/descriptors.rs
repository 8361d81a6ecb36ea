//! The count of the process's open descriptors.

use std::fs;
use std::path::PathBuf;

use test_tools::watchdog::until;

/// Waits until no more than `limit` are open: some threads may still be ending.
///
/// # Panics
/// If more stay open.
pub(super) fn assert_at_most(limit: usize) {
    assert!(until(|| open().len() <= limit), "{limit} descriptors were open before, now: {:?}", open());
}

/// Returns what each descriptor refers to, as Linux lists it. The descriptor of the list is always among them.
pub(super) fn open() -> Vec<PathBuf> {
    let Ok(list) = fs::read_dir("/proc/self/fd") else { return Vec::new() };
    list.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok()).collect()
}
