//! [`Task`]: the state of a task, as far as its events tell.

use std::collections::BTreeSet;

use super::what::{Wait, What};
use crate::event::{Entry, Event::*, Reason};

/// A task, or another future that is traced.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// What it does.
    pub state: TaskState,
    /// Since when, in nanoseconds.
    pub since: u64,
    /// The URL that it fetches, and the phase.
    pub fetch: Option<(String, String)>,
    /// What the clones of its waker are kept for, the oldest first.
    pub waits: Vec<Wait>,
    /// What its last poll first cloned its waker for.
    pub cloned: Option<Wait>,
    /// What it did when it was first woken since its last poll began.
    pub woken_in: Option<TaskState>,
    /// How often in a row it has woken itself.
    pub self_wakes: usize,
    /// Whether nothing held its waker when its last poll ended.
    pub was_unheld: bool,
    /// The task that polls it, if it is no task of the executor.
    pub outer: Option<u64>,
    /// How many polls of other tasks its last poll had in it.
    pub inner_polls: usize,
    /// The thread of its last poll.
    pub thread: String,
}

/// What a task does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskState {
    /// It was made, and has not been polled yet.
    #[default]
    New,
    /// It is polled.
    Polled,
    /// Its last poll returned `Pending`.
    Pending,
    /// It has returned its output, or has panicked.
    Ended,
}

impl Task {
    /// Returns whether it is pending, and has not been woken.
    pub fn is_waiting(&self) -> bool {
        self.state == TaskState::Pending && self.woken_in.is_none()
    }

    /// Notes what it does while it is polled.
    pub(super) fn does(&mut self, entry: &Entry) {
        match &entry.event {
            Entered { phase, .. } => {
                self.fetch = Some((entry.url.clone().unwrap_or_default(), phase.to_string()));
            }
            Done { .. } => self.fetch = None,
            Polled { .. } => self.inner_polls += 1,
            Armed { socket, read, write } => {
                for wait in self.waits.iter_mut().chain(&mut self.cloned) {
                    if let What::Socket { read: is_read, key: key @ None } = &mut wait.what
                        && *(if *is_read { read } else { write })
                    {
                        *key = Some(*socket);
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes what happens to it. `armed` are the sockets that the selector is to report.
    pub(super) fn apply(&mut self, entry: &Entry, armed: &BTreeSet<(usize, bool)>) {
        match &entry.event {
            Polled { .. } => {
                self.enter(TaskState::Polled, entry);
                (self.thread, self.outer) = (entry.thread.to_string(), entry.polling);
                (self.cloned, self.inner_polls) = (None, 0);
            }
            Pending { .. } => {
                self.was_unheld = self.waits.is_empty() && self.woken_in.is_none();
                self.enter(TaskState::Pending, entry);
            }
            Ready { .. } => self.enter(TaskState::Ended, entry),
            Cloned { kept_for, .. } => {
                let wait = Wait::of(entry, kept_for);
                self.cloned.get_or_insert_with(|| wait.clone());
                self.waits.push(wait);
            }
            Released { kept_for, .. } => self.forget(kept_for, armed),
            Woken { task, consumes, kept_for, .. } => {
                self.self_wakes = if entry.polling == Some(*task) { self.self_wakes + 1 } else { 0 };
                if self.state != TaskState::Ended {
                    self.woken_in.get_or_insert(self.state);
                }
                if *consumes {
                    self.forget(kept_for, armed);
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, state: TaskState, entry: &Entry) {
        (self.state, self.since) = (state, entry.at);
        self.woken_in = self.woken_in.filter(|_| state == TaskState::Pending);
    }

    /// Returns what has happened when a waker is called that is kept for this.
    pub fn cause(&self, kept_for: &Reason, armed: &BTreeSet<(usize, bool)>) -> What {
        self.place(kept_for, armed).map_or_else(|| What::of(kept_for), |place| self.waits[place].what.clone())
    }

    fn forget(&mut self, kept_for: &Reason, armed: &BTreeSet<(usize, bool)>) {
        self.place(kept_for, armed).map(|place| self.waits.remove(place));
    }

    /// Returns the place of a clone that is kept for this: one of a socket that the selector has reported, or the oldest.
    fn place(&self, kept_for: &Reason, armed: &BTreeSet<(usize, bool)>) -> Option<usize> {
        let what = What::of(kept_for);
        let is_reported = |wait: &Wait| match wait.what {
            What::Socket { read, key: Some(key) } => !armed.contains(&(key, read)),
            _ => false,
        };
        let mut places = (0..self.waits.len()).filter(|place| self.waits[*place].what.is_like(&what));
        places.clone().find(|place| is_reported(&self.waits[*place])).or_else(|| places.next())
    }
}
