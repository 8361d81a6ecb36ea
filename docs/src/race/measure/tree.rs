//! A process and those that it started, as they are now.

#[cfg(target_os = "linux")]
pub use linux::{INTERVAL, Tree};
#[cfg(not(target_os = "linux"))]
pub use portable::{INTERVAL, Tree};

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
    //! By way of `/proc`, which costs tens of microseconds.

    use std::fs;
    use std::path::PathBuf;
    use std::time::Duration;

    use super::Seen;

    pub const INTERVAL: Duration = Duration::from_millis(5);

    /// A process with more threads than this is not asked which of them has started another process: it would cost it
    /// more than a look should.
    const MANY_THREADS: usize = 100;

    #[derive(Debug)]
    pub struct Tree(u32);

    impl Tree {
        pub fn of(process: u32) -> Tree {
            Tree(process)
        }

        /// `None`, if the process has come to its end.
        pub fn look(&mut self) -> Option<Seen> {
            let mut seen = Seen::default();
            let mut processes = vec![self.0];
            while let Some(process) = processes.pop() {
                let folder = PathBuf::from(format!("/proc/{process}"));
                let Some((resident, highest, threads)) = status(&folder) else { continue };
                seen.resident += resident;
                seen.processes += 1;
                *seen.threads.get_or_insert(0) += threads;
                if process == self.0 {
                    seen.highest = highest;
                }
                if threads <= MANY_THREADS {
                    children(folder, &mut processes);
                }
            }
            (seen.processes > 0).then_some(seen)
        }
    }

    /// Its memory in bytes, now and at most, and its threads; `None` for a process that has ended.
    fn status(folder: &std::path::Path) -> Option<(u64, u64, usize)> {
        let text = fs::read_to_string(folder.join("status")).ok()?;
        let number = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        // "kB" are KiB (proc_pid_status(5)).
        Some((number("VmRSS:")? << 10, number("VmHWM:")? << 10, number("Threads:")? as usize))
    }

    /// Adds the processes that the threads of this one have started.
    fn children(folder: PathBuf, processes: &mut Vec<u32>) {
        let threads = fs::read_dir(folder.join("task")).into_iter().flatten().flatten();
        for thread in threads {
            let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            processes.extend(text.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod portable {
    //! By way of a list of all processes, which costs milliseconds.

    use std::time::Duration;

    use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System};

    use super::Seen;

    pub const INTERVAL: Duration = Duration::from_millis(25);

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
