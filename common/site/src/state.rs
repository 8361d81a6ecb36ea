//! [`State`]: what a connection is doing, and what it waits for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::observe::Observer;
use crate::reply::Reply;

/// What a connection is doing.
#[derive(Debug, Default)]
pub(crate) enum State {
    /// Reading a request, of which this much is there. A further request has a time limit.
    Reading(Vec<u8>, Option<Instant>),
    /// Holding back the answer to this path.
    Held(Arc<str>, Reply),
    /// Pausing before the first byte, or between two pieces.
    Pausing(Instant, Reply),
    Sending(Reply),
    /// Giving the client time to read what was sent.
    Resetting(Instant),
    /// Sending nothing for as long as the client waits.
    Silent,
    /// Letting the client close first.
    Closing(Instant),
    #[default]
    Over,
}

/// What a connection waits for.
#[derive(Debug)]
pub(crate) enum Wait {
    /// Its next event, or the release of its answer.
    Event,
    /// The same, but no longer than this.
    Until(Instant),
    /// Nothing: it is to be dropped.
    Over,
}

impl State {
    /// The state in which a reply begins that nothing holds back.
    pub fn delayed(reply: Reply, latency: Duration) -> State {
        match reply.answer().delay.unwrap_or(latency) {
            Duration::ZERO => State::Sending(reply),
            delay => State::Pausing(Instant::now() + delay, reply),
        }
    }

    /// What it waits for, unless the client goes away first; `None` if there is something to do.
    pub fn wait(&self, observer: &Observer) -> Option<Wait> {
        match self {
            State::Held(path, _) => observer.holds(path).then_some(Wait::Event),
            State::Silent => Some(Wait::Event),
            State::Pausing(until, _) | State::Resetting(until) | State::Closing(until) => {
                (*until > Instant::now()).then_some(Wait::Until(*until))
            }
            State::Reading(..) | State::Sending(_) | State::Over => None,
        }
    }
}
