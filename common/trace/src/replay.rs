//! [`Replay`]: the state of what runs, at each moment of a trace.

mod task;
mod what;

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Entry, Event::*};
pub use crate::call::shown;
pub use task::{Task, TaskState};
pub use what::{Wait, What};

/// What is known of tasks, threads, callbacks and fetches after some entries of a trace.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The tasks whose futures have not been dropped, by number.
    pub tasks: BTreeMap<u64, Task>,
    /// The tasks that were made or woken and have not been polled since, in that order.
    pub ready: Vec<u64>,
    /// The threads whose event loop waits, and since which entry.
    pub parked: BTreeMap<String, Entry>,
    /// The threads that are blocked.
    pub blocked: BTreeMap<String, Entry>,
    /// The callbacks that are registered, by number.
    pub callbacks: BTreeMap<u64, Entry>,
    /// The URLs that were put and are not done.
    pub unfinished: BTreeSet<String>,
    /// The URLs whose fetch has begun and has not ended.
    pub in_flight: BTreeSet<String>,
    /// How many URLs are done.
    pub done: usize,
    /// The sockets that the selector is to report: those that can be read (`true`), or written.
    pub armed: BTreeSet<(usize, bool)>,
    /// The names of the tasks that have been made.
    names: BTreeMap<u64, String>,
}

impl Replay {
    /// Returns the state after these entries.
    pub fn after(entries: &[Entry]) -> Replay {
        let mut replay = Replay::default();
        entries.iter().for_each(|entry| replay.apply(entry));
        replay
    }

    /// Returns what a task is called: `main`, or its name and its number among those of that name.
    pub fn name(&self, task: u64) -> String {
        self.names.get(&task).cloned().unwrap_or_else(|| format!("task {task}"))
    }

    /// Returns what the next task of this name is called.
    pub fn name_for(&self, name: &str) -> String {
        let same = self.names.values().filter(|other| other.starts_with(name)).count();
        if name == "main" { name.to_owned() } else { format!("{name} {}", same + 1) }
    }

    /// Goes on to the state after the next entry.
    pub fn apply(&mut self, entry: &Entry) {
        if let Some(task) = entry.polling.and_then(|task| self.tasks.get_mut(&task)) {
            task.does(entry);
        }
        let thread = || entry.thread.to_string();
        match &entry.event {
            Put { target } => _ = self.unfinished.insert(target.clone()),
            Started => self.in_flight.extend(entry.url.clone()),
            Done { target, .. } => {
                self.in_flight.remove(target);
                self.done += usize::from(self.unfinished.remove(target));
            }
            Blocked { .. } => _ = self.blocked.insert(thread(), entry.clone()),
            Unblocked => _ = self.blocked.remove(&*entry.thread),
            Registered { callback } => _ = self.callbacks.insert(*callback, entry.clone()),
            Removed { callback } => _ = self.callbacks.remove(callback),
            // A look that does not wait is no wait.
            Parked { timeout_ms: Some(0.0) } => {}
            Parked { .. } => _ = self.parked.insert(thread(), entry.clone()),
            Unparked => _ = self.parked.remove(&*entry.thread),
            Armed { socket, read, write } => {
                self.armed.retain(|(armed, _)| armed != socket);
                self.armed.extend(read.then_some((*socket, true)));
                self.armed.extend(write.then_some((*socket, false)));
            }
            Made { task, name } => {
                self.names.insert(*task, self.name_for(name));
                self.tasks.insert(*task, Task { since: entry.at, thread: thread(), ..Task::default() });
                self.ready.push(*task);
            }
            event => {
                let Some(number) = event.task() else { return };
                let Some(task) = self.tasks.get_mut(&number) else { return };
                task.apply(entry, &self.armed);
                let is_dropped = matches!(event, Dropped { .. });
                if task.woken_in.is_none() || is_dropped {
                    self.ready.retain(|ready| *ready != number);
                } else if !self.ready.contains(&number) {
                    self.ready.push(number);
                }
                self.tasks.retain(|task, _| *task != number || !is_dropped);
            }
        }
    }
}
