//! [`Replay`]: the state of what runs, at each moment of a trace.

mod task;
mod what;

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Entry, Event, Place};
pub use task::{State, Task, Wait};
pub use what::{What, shown};

/// What is known of tasks, threads, callbacks and fetches after some entries of a trace.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The tasks whose futures have not been dropped, by number.
    pub tasks: BTreeMap<u64, Task>,
    /// The tasks that were woken and have not been polled since, in that order.
    pub ready: Vec<u64>,
    /// The threads whose event loop waits.
    pub parked: BTreeMap<String, Since>,
    /// The threads that are blocked.
    pub blocked: BTreeMap<String, Since>,
    /// The callbacks that are registered, by number.
    pub callbacks: BTreeMap<u64, Since>,
    /// The URLs that were put and are not done.
    pub unfinished: BTreeSet<String>,
    /// How many URLs are done.
    pub done: usize,
    /// What the selector was asked to report of each socket: that it can be read, and written.
    pub armed: BTreeMap<usize, (bool, bool)>,
    /// The names of the tasks that have been made.
    names: BTreeMap<u64, String>,
}

/// A wait: since when it lasts, and where it is.
#[derive(Clone, Debug, Default)]
pub struct Since {
    /// When it began, in nanoseconds.
    pub at: u64,
    /// What it is for.
    pub on: String,
    /// The URL that is fetched.
    pub url: Option<String>,
    /// The call that waits.
    pub place: Option<Place>,
}

impl Replay {
    /// Returns the state after these entries.
    pub fn after(entries: &[Entry]) -> Replay {
        let mut replay = Replay::default();
        entries.iter().for_each(|entry| replay.apply(entry));
        replay
    }

    /// Returns what a task is called: `main`, or its name and number.
    pub fn name(&self, task: u64) -> String {
        self.names.get(&task).cloned().unwrap_or_else(|| format!("task {task}"))
    }

    /// Goes on to the state after the next entry.
    pub fn apply(&mut self, entry: &Entry) {
        let since = |on: &str| Since {
            at: entry.at,
            on: on.to_owned(),
            url: entry.url.clone(),
            place: shown(&entry.places).cloned(),
        };
        match &entry.event {
            Event::Put { target } => _ = self.unfinished.insert(target.clone()),
            Event::Done { target, .. } => {
                self.done += usize::from(self.unfinished.remove(target));
                self.fetch(entry.polling, None);
            }
            Event::Entered { phase, .. } => {
                let url = entry.url.clone().unwrap_or_default();
                self.fetch(entry.polling, Some((url, phase.to_string())));
            }
            Event::Blocked { on } => _ = self.blocked.insert(entry.thread.to_string(), since(on)),
            Event::Unblocked => _ = self.blocked.remove(&*entry.thread),
            Event::Registered { callback } => _ = self.callbacks.insert(*callback, since("a callback")),
            Event::Removed { callback } => _ = self.callbacks.remove(callback),
            // A look that does not wait is no wait.
            Event::Parked { timeout_ms: Some(0.0) } => {}
            Event::Parked { .. } => _ = self.parked.insert(entry.thread.to_string(), since("events")),
            Event::Unparked => _ = self.parked.remove(&*entry.thread),
            Event::Armed { socket, read, write } => {
                self.armed.insert(*socket, (*read, *write));
                if let Some(task) = entry.polling.and_then(|task| self.tasks.get_mut(&task)) {
                    task.arms(*socket, *read);
                }
            }
            Event::Made { task, name } => {
                let is_only = name == "main";
                let name = if is_only { name.to_string() } else { format!("{name} {task}") };
                self.names.insert(*task, name);
                self.tasks.insert(*task, Task::new(entry));
            }
            Event::Started | Event::Called { .. } | Event::Returned { .. } => {}
            event => self.apply_to_task(entry, event),
        }
    }

    fn apply_to_task(&mut self, entry: &Entry, event: &Event) {
        let (&number, armed) = match event {
            Event::Polled { task }
            | Event::Pending { task }
            | Event::Ready { task }
            | Event::Panicked { task }
            | Event::Cloned { task }
            | Event::Released { task }
            | Event::Woken { task, .. }
            | Event::Dropped { task } => (task, &self.armed),
            _ => return,
        };
        let Some(task) = self.tasks.get_mut(&number) else { return };
        match event {
            Event::Polled { .. } => {
                task.polled(entry);
                self.ready.retain(|ready| *ready != number);
            }
            Event::Woken { consumes, .. } => {
                task.woken(entry, *consumes, armed);
                if task.state.is_woken() && !self.ready.contains(&number) {
                    self.ready.push(number);
                }
            }
            Event::Pending { .. } => task.pending(entry),
            Event::Ready { .. } | Event::Panicked { .. } => task.ended(entry),
            Event::Cloned { .. } => task.cloned(entry),
            Event::Released { .. } => task.released(),
            _ => {
                self.tasks.remove(&number);
                self.ready.retain(|ready| *ready != number);
            }
        }
    }

    /// Notes what a task fetches.
    fn fetch(&mut self, task: Option<u64>, fetch: Option<(String, String)>) {
        if let Some(task) = task.and_then(|task| self.tasks.get_mut(&task)) {
            task.fetch = fetch;
        }
    }
}
