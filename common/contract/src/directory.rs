//! [`Directory`]: a directory for the files of one test.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

/// A temporary directory, which is removed when it is dropped.
#[derive(Debug)]
pub(super) struct Directory(PathBuf);

impl Directory {
    pub fn new() -> Directory {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("contract-{}-{number}", process::id()));
        // An earlier process with the same id may have left it.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory for temporary files");
        Directory(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // The system removes temporary files that are left.
        let _ = fs::remove_dir_all(&self.0);
    }
}
