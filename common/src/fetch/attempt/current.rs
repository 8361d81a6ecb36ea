//! [`Try`]: what an attempt knows of its current try.

use std::time::{Duration, Instant};

use crate::fetch::error::Phase;
use crate::fetch::resolve::Untried;
use crate::fetch::time::after;
use trace::Event;

/// The current try. A further one replaces it as a whole.
#[derive(Debug)]
pub(super) struct Try {
    /// Counted from 1.
    pub(super) number: u32,
    pub(super) phase: Phase,
    /// When it may start.
    pub(super) planned: Instant,
    pub(super) deadline: Instant,
    /// When it took its turn for the host last: it does so for each address.
    pub(super) requested_at: Option<Instant>,
    /// Whether a byte of the answer has come.
    pub(super) is_answered: bool,
    /// The host's addresses that it has not used yet; `None` until they are known.
    pub(super) untried: Option<Untried>,
}

impl Try {
    pub(super) fn new(number: u32, planned: Instant, timeout: Duration) -> Try {
        trace::note(|| Event::Entered { phase: Phase::Resolving.to_string().into(), tries: number });
        Try {
            number,
            phase: Phase::Resolving,
            planned,
            deadline: after(planned, timeout),
            requested_at: None,
            is_answered: false,
            untried: None,
        }
    }

    /// Puts it off until a later time, and so its deadline.
    pub(super) fn put_off(&mut self, planned: Instant, timeout: Duration) {
        (self.planned, self.deadline) = (planned, after(planned, timeout));
    }

    /// Notes that it has reached `phase`.
    pub(super) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        trace::note(|| Event::Entered { phase: phase.to_string().into(), tries: self.number });
    }
}
