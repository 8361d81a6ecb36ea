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
