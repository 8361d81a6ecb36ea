//! [`Task`]: the state of a task, as far as its events tell.

use std::collections::BTreeSet;
use std::mem;

use super::what::{MEMBERS, TIMER, Wait, What, cause};
use crate::event::{Entry, Event::*};

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
    /// The thread of its last poll.
    pub thread: String,
    /// Whether its last event is a clone.
    pub(super) just_cloned: bool,
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
            Armed { socket, read, .. } => {
                for wait in self.waits.iter_mut().chain(&mut self.cloned) {
                    if wait.what == What::Socket(None) {
                        wait.what = What::Socket(Some((*socket, *read)));
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes what happens to it. `armed` are the sockets that the selector is to report.
    pub(super) fn apply(&mut self, entry: &Entry, armed: &BTreeSet<(usize, bool)>) {
        match entry.event {
            Polled { .. } => {
                self.enter(TaskState::Polled, entry);
                (self.thread, self.outer) = (entry.thread.to_string(), entry.polling);
                self.cloned = None;
            }
            Pending { .. } => {
                self.was_unheld = self.waits.is_empty() && self.woken_in.is_none();
                self.enter(TaskState::Pending, entry);
            }
            Ready { .. } => self.enter(TaskState::Ended, entry),
            Cloned { .. } => {
                let wait = Wait::of(&entry.calls);
                self.cloned.get_or_insert_with(|| wait.clone());
                self.waits.push(wait);
                self.just_cloned = true;
            }
            Released { .. } => {
                // Right after a clone, that is one that it replaces, or itself. Otherwise, it is mostly that
                // of a deadline.
                let own = self.waits.last().filter(|_| mem::take(&mut self.just_cloned));
                self.forget(Some(own.map_or(TIMER, |wait| wait.what)));
            }
            Woken { task, consumes, .. } => {
                self.self_wakes = if entry.polling == Some(task) { self.self_wakes + 1 } else { 0 };
                self.just_cloned &= self.state == TaskState::Polled;
                if self.state != TaskState::Ended {
                    self.woken_in.get_or_insert(self.state);
                }
                if consumes {
                    self.forget(self.cause(entry, armed));
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, state: TaskState, entry: &Entry) {
        (self.state, self.since, self.just_cloned) = (state, entry.at, false);
        self.woken_in = self.woken_in.filter(|_| state == TaskState::Pending);
    }

    /// Returns what has happened, of what its waker is kept for, as far as the wake-up tells.
    pub fn cause(&self, entry: &Entry, armed: &BTreeSet<(usize, bool)>) -> Option<What> {
        if matches!(entry.event, Woken { through: Some(_), .. }) {
            return Some(MEMBERS);
        }
        // An event loop reports a socket that is no longer armed, or else a timer.
        let is_reported =
            |wait: &&Wait| matches!(wait.what, What::Socket(Some(socket)) if !armed.contains(&socket));
        let is_loop = entry.polling.is_none() && entry.thread == self.thread;
        let by_loop = || self.waits.iter().find(is_reported).map_or(TIMER, |wait| wait.what);
        cause(&entry.calls, |(.., callers)| callers).or_else(|| is_loop.then(by_loop))
    }

    /// Forgets the first clone that is kept for `what`; if there is none, the oldest.
    fn forget(&mut self, what: Option<What>) {
        let place = what.and_then(|what| self.waits.iter().position(|wait| wait.what == what));
        if !self.waits.is_empty() {
            self.waits.remove(place.unwrap_or(0));
        }
    }
}
