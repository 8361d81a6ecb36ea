//! [`Task`]: the state of a task, as far as its events tell.

use std::collections::BTreeMap;

use super::what::What;
use crate::event::{Entry, Event, Place};

/// A task, or another future that is traced.
#[derive(Clone, Debug)]
pub struct Task {
    /// What it does.
    pub state: State,
    /// Since when, in nanoseconds.
    pub since: u64,
    /// The calls that made it.
    pub made: Vec<Place>,
    /// The URL that it fetches, and the phase.
    pub fetch: Option<(String, String)>,
    /// How many clones of its waker there are.
    pub held: usize,
    /// What its clones are kept for, the oldest first.
    pub waits: Vec<Wait>,
    /// What its last poll cloned its waker for.
    pub cloned: Vec<Wait>,
    /// How often it was polled.
    pub polls: usize,
    /// How often in a row it has woken itself.
    pub self_wakes: usize,
    /// Whether it was woken in its last poll.
    pub woken_in_poll: bool,
    /// The thread of its last poll.
    pub thread: String,
    /// Whether its last event is a clone.
    just_cloned: bool,
}

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It was made, and has not been polled yet.
    New,
    /// It is polled.
    Polled,
    /// It is polled, and has been woken meanwhile.
    WokenInPoll,
    /// Its last poll returned `Pending`.
    Pending,
    /// Its last poll returned `Pending`, and it has been woken in that poll, or since.
    Woken,
    /// It has returned its output, or has panicked.
    Ended,
}

/// What has happened, by a part of the name of a function that called the waker.
const CALLERS: [(&str, What); 4] = [
    ("::task_done", What::AllDone),
    ("::put", What::Item),
    ("::fill_in", What::Task),
    ("::trigger", What::Interrupt),
];

impl State {
    /// Returns whether it has been woken and not been polled since.
    pub fn is_woken(self) -> bool {
        matches!(self, State::WokenInPoll | State::Woken)
    }
}

/// A clone of a waker.
#[derive(Clone, Debug, PartialEq)]
pub struct Wait {
    /// What it is kept for.
    pub what: What,
    /// The calls that cloned it, the innermost first.
    pub places: Vec<Place>,
}

impl Task {
    pub(super) fn new(entry: &Entry) -> Task {
        Task {
            state: State::New,
            since: entry.at,
            made: entry.places.clone(),
            fetch: None,
            held: 0,
            waits: Vec::new(),
            cloned: Vec::new(),
            polls: 0,
            self_wakes: 0,
            woken_in_poll: false,
            just_cloned: false,
            thread: entry.thread.to_string(),
        }
    }

    fn enter(&mut self, state: State, entry: &Entry) {
        (self.state, self.since, self.just_cloned) = (state, entry.at, false);
    }

    pub(super) fn polled(&mut self, entry: &Entry) {
        self.enter(State::Polled, entry);
        self.thread = entry.thread.to_string();
        self.polls += 1;
        self.cloned.clear();
    }

    pub(super) fn pending(&mut self, entry: &Entry) {
        self.woken_in_poll = self.state == State::WokenInPoll;
        self.enter(if self.woken_in_poll { State::Woken } else { State::Pending }, entry);
    }

    pub(super) fn ended(&mut self, entry: &Entry) {
        self.enter(State::Ended, entry);
    }

    pub(super) fn cloned(&mut self, entry: &Entry) {
        let wait = Wait { what: What::of(&entry.places), places: entry.places.clone() };
        (self.held, self.just_cloned) = (self.held + 1, true);
        self.cloned.push(wait.clone());
        self.waits.push(wait);
    }

    /// Notes that its poll has asked the selector to report a socket.
    pub(super) fn arms(&mut self, socket: usize, read: bool) {
        for wait in self.waits.iter_mut().chain(&mut self.cloned) {
            if wait.what == What::Socket(None) {
                wait.what = What::Socket(Some((socket, read)));
            }
        }
    }

    /// Notes that its waker is called. `armed` says what the selector is to report of each socket.
    pub(super) fn woken(&mut self, entry: &Entry, consumes: bool, armed: &BTreeMap<usize, (bool, bool)>) {
        let is_own = matches!(&entry.event, Event::Woken { task, .. } if entry.polling == Some(*task));
        self.self_wakes = if is_own { self.self_wakes + 1 } else { 0 };
        let is_polled = matches!(self.state, State::Polled | State::WokenInPoll);
        match self.state {
            State::Ended => {}
            _ if is_polled => self.state = State::WokenInPoll,
            _ => self.enter(State::Woken, entry),
        }
        if consumes {
            let cause = self.cause(entry, armed);
            self.forget(|wait| cause.as_ref().is_none_or(|cause| wait.what == *cause));
        }
    }

    /// Returns what has happened, of what its waker is kept for, as far as the wake-up tells.
    pub fn cause(&self, entry: &Entry, armed: &BTreeMap<usize, (bool, bool)>) -> Option<What> {
        if matches!(entry.event, Event::Woken { through: Some(_), .. }) {
            return Some(What::Members);
        }
        let caller =
            |(name, _): &&(&str, What)| entry.places.iter().any(|place| place.function.contains(name));
        let by_call = CALLERS.iter().find(caller).map(|(_, what)| what.clone());
        // An event loop reports a socket that is no longer armed, or else a timer.
        let is_reported = |wait: &&Wait| match wait.what {
            What::Socket(Some((key, read))) => {
                armed.get(&key).is_none_or(|armed| !(if read { armed.0 } else { armed.1 }))
            }
            _ => false,
        };
        let is_loop = entry.polling.is_none() && entry.thread == self.thread;
        let by_loop = || self.waits.iter().find(is_reported).map_or(What::Timer, |wait| wait.what.clone());
        by_call.or_else(|| is_loop.then(by_loop))
    }

    /// Notes that a clone of its waker was dropped. Right after a clone, that is one that it replaces, or itself. Otherwise, it
    /// is mostly that of a deadline.
    pub(super) fn released(&mut self) {
        let last = self.waits.last().filter(|_| self.just_cloned);
        let what = last.map_or(What::Timer, |wait| wait.what.clone());
        self.just_cloned = false;
        self.forget(|wait| wait.what == what);
    }

    /// Forgets the first clone that `matches`; if there is none, the oldest.
    fn forget(&mut self, matches: impl Fn(&Wait) -> bool) {
        self.held = self.held.saturating_sub(1);
        if !self.waits.is_empty() {
            self.waits.remove(self.waits.iter().position(matches).unwrap_or(0));
        }
    }
}
