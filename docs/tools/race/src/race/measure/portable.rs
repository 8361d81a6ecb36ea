//! A process and those that it started, by way of a list of all processes, which takes milliseconds.

use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::race::results::Run;

/// The processes of a tree.
#[derive(Debug)]
pub struct Tree {
    root: Pid,
    system: System,
}

impl Tree {
    /// Makes the tree below a process.
    pub fn of(process: u32) -> Tree {
        Tree { root: Pid::from_u32(process), system: System::new() }
    }

    /// Returns the memory and the processes of the tree as they are now. The threads are not known.
    pub fn look(&mut self) -> Run {
        let what = ProcessRefreshKind::nothing().with_memory();
        self.system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
        let mut seen = Run::default();
        for process in self.system.processes().values().filter(|process| self.belongs(process)) {
            *seen.peak_bytes.get_or_insert(0) += process.memory();
            *seen.processes.get_or_insert(0) += 1;
        }
        seen
    }

    /// Returns whether a process belongs to the tree.
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
