//! [`Try`]: what is known of the current try of a fetch.

use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;

use crate::fetch::error::Phase;
use crate::fetch::http::Request;
use crate::fetch::resolve::Untried;
use crate::fetch::time::after;
use trace::Event;

/// A try of a fetch.
#[derive(Debug)]
pub struct Try {
    /// The URL that is fetched.
    pub url: Arc<Url>,
    /// What is asked for.
    pub request: Request,
    /// Its number, counted from 1.
    pub number: u32,
    /// The phase that the try has reached.
    pub phase: Phase,
    /// When the first try of the fetch was to start.
    pub first_planned: Instant,
    /// When the try may start.
    pub planned: Instant,
    /// When the try times out.
    pub deadline: Instant,
    /// The start of the last request. Each address has a request of its own.
    pub started: Option<Instant>,
    /// Whether a byte of the answer has come.
    pub is_answered: bool,
    /// The host's addresses that the try has not used yet; `None` until they are known.
    pub untried: Option<Untried>,
}

impl Try {
    /// Makes the first try of a fetch.
    pub(super) fn first(url: &Arc<Url>, request: Request, planned: Instant, timeout: Duration) -> Try {
        let mut first = Try {
            url: Arc::clone(url),
            request,
            number: 1,
            phase: Phase::Resolving,
            first_planned: planned,
            planned,
            deadline: after(planned, timeout),
            started: None,
            is_answered: false,
            untried: None,
        };
        first.enter(Phase::Resolving);
        first
    }

    /// Restarts as the try of this number.
    pub(super) fn repeat(&mut self, number: u32, planned: Instant, timeout: Duration) {
        (self.number, self.started, self.is_answered) = (number, None, false);
        (self.planned, self.deadline) = (planned, after(planned, timeout));
        self.untried = self.untried.take().map(Untried::for_next_try);
        self.enter(Phase::Resolving);
    }

    /// Moves the start and the deadline to later times.
    pub(super) fn put_off(&mut self, later: Instant, timeout: Duration) {
        if self.started.is_none() && self.first_planned == self.planned {
            self.first_planned = later;
        }
        (self.planned, self.deadline) = (later, after(later, timeout));
    }

    /// Notes that it has reached `phase`.
    pub(super) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        trace::note(|| Event::Entered { phase: phase.to_string().into(), tries: self.number });
    }

    /// Returns how many addresses of the host it has not used yet.
    pub(super) fn others_left(&self) -> usize {
        self.untried.as_ref().map_or(0, |untried| untried.left)
    }
}
