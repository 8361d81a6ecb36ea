//! The count of the process's open descriptors.

use std::fs;
use std::path::PathBuf;

use test_tools::watchdog::until;

/// Returns how many descriptors the process has open; 0 if the system does not list them.
pub(super) fn count() -> usize {
    open().len()
}

/// Waits until no more than `limit` are open: some threads may still be ending.
///
/// # Panics
/// If more stay open.
pub(super) fn assert_at_most(limit: usize) {
    assert!(until(|| count() <= limit), "{limit} descriptors were open before, now there are {:?}", open());
}

/// Returns what each descriptor refers to, as Linux lists it. The descriptor of the list is always among them.
fn open() -> Vec<PathBuf> {
    let Ok(list) = fs::read_dir("/proc/self/fd") else { return Vec::new() };
    list.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok()).collect()
}
