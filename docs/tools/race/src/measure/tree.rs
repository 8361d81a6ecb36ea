//! A process and those that it started, by way of `/proc`, which takes tens of microseconds for each process.
//! Systems other than Linux have no such directory, so nothing is seen of them.

use std::collections::{HashMap, HashSet};
use std::fs;

use crate::results::Run;

/// The processes of a tree.
#[derive(Debug)]
pub struct Tree {
    /// The processes that were asked for their parents, and whether they belong to the tree. A process keeps
    /// the parent that started it, so it is asked only once.
    known: HashMap<u64, bool>,
}

impl Tree {
    /// Makes the tree below a process.
    pub fn of(process: u32) -> Tree {
        Tree { known: HashMap::from([(process.into(), true)]) }
    }

    /// Returns the memory, the threads and the processes of the tree as they are now.
    pub fn look(&mut self) -> Run {
        let all = processes();
        self.known.retain(|process, _| all.contains(process));
        let mut seen = Run::default();
        for process in all.into_iter().filter(|process| self.belongs(*process)) {
            // A process that has ended, and was not waited for yet, has no memory.
            let [Some(kib), threads] = status(process, ["VmHWM:", "Threads:"]) else { continue };
            *seen.peak_bytes.get_or_insert(0) += kib << 10;
            *seen.threads.get_or_insert(0) += threads.unwrap_or(1) as usize;
            *seen.processes.get_or_insert(0) += 1;
        }
        seen
    }

    /// Returns whether a process belongs to the tree. A new one is asked for its parent.
    ///
    /// A process could be asked for its children instead, but it tells them for each of its threads apart.
    fn belongs(&mut self, process: u64) -> bool {
        if let Some(belongs) = self.known.get(&process) {
            return *belongs;
        }
        let [parent] = status(process, ["PPid:"]);
        let belongs = parent.is_some_and(|parent| self.belongs(parent));
        self.known.insert(process, belongs);
        belongs
    }
}

/// Returns all processes of the system.
fn processes() -> HashSet<u64> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// Returns numbers of a process by their names (proc_pid_status(5)). Sizes are in "kB", which are KiB. If the
/// process is gone, there are none.
fn status<const N: usize>(process: u64, names: [&str; N]) -> [Option<u64>; N] {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    names.map(number)
}
