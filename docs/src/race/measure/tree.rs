//! A process and those that it started, as they are now.

#[cfg(target_os = "linux")]
pub use linux::Tree;
#[cfg(not(target_os = "linux"))]
pub use portable::Tree;

/// To look takes one part in so many of the time, of one CPU: it must not slow down who is looked at.
pub const SHARE: u32 = 50;

/// What is seen of them all at one moment.
#[derive(Debug, Default)]
pub struct Seen {
    /// Memory, in bytes. What processes share is counted for each of them.
    pub resident: u64,
    /// The most that the first process ever had, where the system tells.
    pub highest: u64,
    pub threads: Option<usize>,
    pub processes: usize,
}

#[cfg(target_os = "linux")]
mod linux {
    //! By way of `/proc`, which takes tens of microseconds for each process.

    use std::fs;
    use std::path::{Path, PathBuf};
    use std::time::{Duration, Instant};

    use super::{SHARE, Seen};

    /// How often new processes are looked for, at most: that takes longer than to look at those that are known.
    const SEARCH: Duration = Duration::from_millis(25);

    /// Not more of a process's threads than this are asked whom they have started.
    const MANY_THREADS: usize = 500;

    #[derive(Debug)]
    pub struct Tree {
        root: u32,
        known: Vec<u32>,
        search: Instant,
    }

    impl Tree {
        pub fn of(process: u32) -> Tree {
            Tree { root: process, known: Vec::new(), search: Instant::now() }
        }

        /// `None`, if the process has come to its end.
        pub fn look(&mut self) -> Option<Seen> {
            let now = Instant::now();
            if now >= self.search {
                self.known = family(self.root);
                self.search = Instant::now() + SEARCH.max(now.elapsed() * SHARE);
            }
            let mut seen = Seen::default();
            for &process in &self.known {
                let Some((resident, highest, threads)) = status(&folder(process)) else { continue };
                seen.resident += resident;
                seen.processes += 1;
                *seen.threads.get_or_insert(0) += threads;
                if process == self.root {
                    seen.highest = highest;
                }
            }
            (seen.processes > 0).then_some(seen)
        }
    }

    /// A process, and all that it and its like have started.
    fn family(root: u32) -> Vec<u32> {
        let mut family = vec![root];
        let mut asked = 0;
        while let Some(&process) = family.get(asked) {
            asked += 1;
            let threads = fs::read_dir(folder(process).join("task")).into_iter().flatten().flatten();
            for thread in threads.take(MANY_THREADS) {
                let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
                family.extend(text.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
            }
        }
        family
    }

    fn folder(process: u32) -> PathBuf {
        format!("/proc/{process}").into()
    }

    /// Its memory in bytes, now and at most, and its threads; `None` for a process that has ended.
    fn status(folder: &Path) -> Option<(u64, u64, usize)> {
        let text = fs::read_to_string(folder.join("status")).ok()?;
        let number = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        // "kB" are KiB (proc_pid_status(5)).
        Some((number("VmRSS:")? << 10, number("VmHWM:")? << 10, number("Threads:")? as usize))
    }
}

#[cfg(not(target_os = "linux"))]
mod portable {
    //! By way of a list of all processes, which takes milliseconds.

    use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System};

    use super::Seen;

    #[derive(Debug)]
    pub struct Tree {
        root: Pid,
        system: System,
    }

    impl Tree {
        pub fn of(process: u32) -> Tree {
            Tree { root: Pid::from_u32(process), system: System::new() }
        }

        /// `None`, if the process has come to its end.
        pub fn look(&mut self) -> Option<Seen> {
            let what = ProcessRefreshKind::nothing().with_memory();
            self.system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
            self.system.process(self.root)?;
            let mut seen = Seen::default();
            for process in self.system.processes().values().filter(|process| self.belongs(process)) {
                seen.resident += process.memory();
                seen.processes += 1;
            }
            Some(seen)
        }

        fn belongs(&self, process: &Process) -> bool {
            // Numbers of processes are used again, so that parents may go round in a circle.
            let mut ancestor = Some(process);
            for _ in 0..8 {
                let Some(process) = ancestor else { return false };
                if process.pid() == self.root {
                    return true;
                }
                ancestor = process.parent().and_then(|parent| self.system.process(parent));
            }
            false
        }
    }
}
