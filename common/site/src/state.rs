//! [`State`]: what a connection is doing, and what it waits for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::observe::Observer;
use crate::reply::Reply;

/// What a connection is doing.
#[derive(Debug)]
pub(crate) enum State {
    /// Reading a request, of which these bytes have come. A further request has a time limit.
    Reading(Vec<u8>, Option<Instant>),
    /// Holding back the answer to this path.
    Held(Arc<str>, Reply),
    /// Pausing before the first byte, or between two pieces.
    Pausing(Instant, Reply),
    Sending(Reply),
    /// Giving the client time to read what was sent, and to close first.
    Closing(Instant),
}

/// What a connection waits for.
#[derive(Debug)]
pub(crate) enum Wait {
    /// Its next event, or the release of its answer.
    Event,
    /// The same, but no longer than this.
    Until(Instant),
}

impl State {
    /// Returns the state in which a reply begins that is not held back.
    pub fn delayed(reply: Reply, latency: Duration) -> State {
        match reply.answer.delay.unwrap_or(latency) {
            Duration::ZERO => State::Sending(reply),
            delay => State::Pausing(Instant::now() + delay, reply),
        }
    }

    /// Returns what the connection waits for; `None` if there is something to do.
    pub fn wait(&self, observer: &Observer) -> Option<Wait> {
        match self {
            // The thread is woken when that may have changed.
            State::Held(path, _) => observer.see(|ledger| ledger.holds(path)).then_some(Wait::Event),
            State::Pausing(until, _) | State::Closing(until) => {
                (*until > Instant::now()).then_some(Wait::Until(*until))
            }
            State::Reading(..) | State::Sending(_) => None,
        }
    }
}
