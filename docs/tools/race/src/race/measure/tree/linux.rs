//! By way of `/proc`, which takes tens of microseconds for each process.

use std::collections::HashSet;
use std::fs;
use std::time::{Duration, Instant};

use super::{LONGEST, SHARE, Seen};

/// How often new processes are looked for, at most: that takes longer than to look at those that are known.
const SEARCH: Duration = Duration::from_millis(25);

#[derive(Debug)]
pub struct Tree {
    root: u32,
    known: Vec<u32>,
    /// All others: a process keeps the parent that started it, so it need not be asked again.
    strangers: HashSet<u32>,
    search: Instant,
}

impl Tree {
    pub fn of(process: u32) -> Tree {
        Tree { root: process, known: vec![process], strangers: HashSet::new(), search: Instant::now() }
    }

    /// `None`, if the process has come to its end.
    pub fn look(&mut self) -> Option<Seen> {
        let now = Instant::now();
        if now >= self.search {
            self.search();
            self.search = Instant::now() + (now.elapsed() * SHARE).clamp(SEARCH, LONGEST);
        }
        let mut seen = Seen::default();
        for &process in &self.known {
            let Some(status) = Status::of(process) else { continue };
            let kib = |name| status.number(name).map(|kib| kib << 10);
            // A process that has ended, and was not waited for yet, has no memory.
            let Some(resident) = kib("VmRSS:") else { continue };
            seen.resident += resident;
            seen.processes += 1;
            *seen.threads.get_or_insert(0) += status.number("Threads:").unwrap_or(1) as usize;
            if process == self.root {
                seen.highest = kib("VmHWM:").unwrap_or(0);
            }
        }
        (seen.processes > 0).then_some(seen)
    }

    /// Looks for new processes: only they are asked for their parents.
    ///
    /// A process could be asked for its children instead, but it tells them for each of its threads apart.
    fn search(&mut self) {
        let all = processes();
        self.known.retain(|process| *process == self.root || all.contains(process));
        self.strangers.retain(|process| all.contains(process));
        let new =
            all.iter().filter(|process| !self.known.contains(process) && !self.strangers.contains(process));
        let mut new: Vec<(u32, u32)> =
            new.filter_map(|process| Some((*process, Status::of(*process)?.parent()?))).collect();
        let mut asked = 0;
        while let Some(&parent) = self.known.get(asked) {
            asked += 1;
            let children = new.extract_if(.., |(_, other)| *other == parent);
            self.known.extend(children.map(|(process, _)| process));
        }
        self.strangers.extend(new.into_iter().map(|(process, _)| process));
    }
}

/// All processes there are.
fn processes() -> HashSet<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// What the system tells of a process (proc_pid_status(5)).
struct Status(String);

impl Status {
    /// `None` for a process that is gone.
    fn of(process: u32) -> Option<Status> {
        fs::read_to_string(format!("/proc/{process}/status")).ok().map(Status)
    }

    /// Sizes are in "kB", which are KiB.
    fn number(&self, name: &str) -> Option<u64> {
        let line = self.0.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    }

    fn parent(&self) -> Option<u32> {
        self.number("PPid:")?.try_into().ok()
    }
}
