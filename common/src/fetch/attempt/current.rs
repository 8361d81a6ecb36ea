//! [`Try`]: what an attempt knows of its current try.

use std::time::{Duration, Instant};

use crate::fetch::descriptors::{Descriptors, Held};
use crate::fetch::error::Phase;
use crate::fetch::http::Exchange;
use crate::fetch::resolve::InTurn;
use crate::fetch::time::after;
use trace::Event;

/// The current try. A further one replaces it as a whole.
#[derive(Debug)]
pub(super) struct Try {
    /// Counted from 1.
    pub(super) number: u32,
    pub(super) phase: Phase,
    /// When it may begin.
    pub(super) start: Instant,
    pub(super) deadline: Instant,
    /// When it began last at its turn for the host: it begins at each address.
    pub(super) begun: Option<Instant>,
    /// The minor version of its request.
    pub(super) minor: u8,
    /// Whether a byte of the answer has come.
    pub(super) is_answered: bool,
    /// The host's addresses that it has not used yet; `None` until they are known.
    pub(super) untried: Option<InTurn>,
    /// Its bytes so far, if they are to be kept.
    pub(super) exchange: Option<Box<Exchange>>,
    /// The count of the descriptor that it holds.
    pub(super) held: Option<Held>,
    /// When the wait for a descriptor began.
    pub(super) lacks_since: Option<Instant>,
}

impl Try {
    pub(super) fn new(number: u32, start: Instant, timeout: Duration) -> Try {
        trace::note(|| Event::Entered { phase: Phase::Resolving.to_string().into(), tries: number });
        Try {
            number,
            phase: Phase::Resolving,
            start,
            deadline: after(start, timeout),
            begun: None,
            minor: 0,
            is_answered: false,
            untried: None,
            exchange: None,
            held: None,
            lacks_since: None,
        }
    }

    /// Moves its start, and so its deadline, to a later time.
    pub(super) fn start_at(&mut self, start: Instant, timeout: Duration) {
        (self.start, self.deadline) = (start, after(start, timeout));
    }

    /// Notes that it has reached `phase`. After `Resolving`, it counts as holding a descriptor.
    pub(super) fn enter(&mut self, phase: Phase, descriptors: &Descriptors) {
        self.phase = phase;
        trace::note(|| Event::Entered { phase: phase.to_string().into(), tries: self.number });
        if phase == Phase::Resolving {
            self.held = None;
        } else {
            self.held.get_or_insert_with(|| descriptors.hold());
        }
    }

    /// Takes back the count of a descriptor that the system did not give, and the address that it was for. Returns the time
    /// at which the wait for a descriptor began.
    pub(super) fn take_back_descriptor(&mut self) -> Instant {
        if let Some(held) = self.held.take() {
            held.cancel();
        }
        if let Some(untried) = &mut self.untried {
            untried.put_back();
        }
        self.lacks_since.unwrap_or_else(Instant::now)
    }
}
