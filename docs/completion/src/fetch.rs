//! One URL: connect, send and receive are one order. Each report says how it goes on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::fetch::resolve::Lookup;
use common::{Attempt, Decoder, FetchError, Phase, Response, Services, Target};

use crate::ring::{Event, Ring};

/// A fetch in flight. The memory that the kernel works with is not here, but in a slot of the ring.
pub struct Fetch {
    pub target: Target,
    slot: usize,
    attempt: Attempt,
    state: State,
    /// When to look again, whatever happens.
    pub timer: Option<Instant>,
}

/// What a fetch waits for.
enum State {
    Pausing,
    Resolving(Lookup),
    Ordered(Decoder),
    /// With the result, which is taken when the connection is closed.
    Closing(Option<Result<Response, FetchError>>),
}

impl Fetch {
    pub fn new(target: Target, services: &Arc<Services>, slot: usize) -> Fetch {
        let attempt = Attempt::start(&target, services);
        Fetch { target, slot, attempt, state: State::Pausing, timer: None }
    }

    /// Takes what has happened. Returns the result once the fetch has ended.
    pub fn take(&mut self, event: Event, ring: &mut Ring) -> Option<Result<Response, FetchError>> {
        let ended = self.step(event, ring).transpose()?;
        self.timer = None;
        if matches!(self.state, State::Ordered(_)) && ring.close(self.slot).is_ok() {
            self.state = State::Closing(Some(ended));
            return None;
        }
        self.state = State::Pausing;
        let again = match ended {
            Ok(response) => return Some(Ok(self.attempt.finish(response))),
            Err(error) => self.attempt.again(error),
        };
        self.timer = again.is_ok().then(|| self.attempt.starts_at());
        again.err().map(Err)
    }

    /// Takes a step of a try. Returns the response once it is complete.
    fn step(&mut self, event: Event, ring: &mut Ring) -> Result<Option<Response>, FetchError> {
        let (now, start, deadline) = (Instant::now(), self.attempt.starts_at(), self.attempt.deadline());
        match (event, &mut self.state) {
            (Event::Look, State::Pausing) if now < start => self.timer = Some(start),
            (Event::Look, State::Pausing) => {
                (self.state, self.timer) = (State::Resolving(self.attempt.lookup()), Some(deadline));
                return self.step(Event::Look, ring);
            }
            (Event::Look, State::Resolving(lookup)) => {
                if let Some(found) = lookup.answer(ring.waker(self.slot)) {
                    let address = self.attempt.address(found)?;
                    self.timer = Some(self.attempt.connect_deadline());
                    self.state = State::Ordered(self.attempt.decoder());
                    let ordered = ring.fetch(self.slot, address, self.attempt.request());
                    ordered.map_err(|error| self.attempt.io_error(error))?;
                } else if deadline <= now {
                    return Err(self.attempt.timed_out());
                }
            }
            (Event::Look, State::Ordered(_)) if self.timer <= Some(now) => {
                // The report ends the try. Before its deadline, only a connect is late. If this fails, so does the next turn.
                let _ = ring.cancel(self.slot, now < deadline);
                // Between two operations, an order is not found. It is cancelled again.
                self.timer = Some(deadline.max(now + Duration::from_millis(10)));
            }
            (Event::Report(phase, result), State::Ordered(decoder)) => {
                self.attempt.enter(phase);
                let count = result.map_err(|error| self.attempt.io_error(error))?;
                // Of a send, only a part is reported. The next receive returns the reason.
                if phase == Phase::Reading {
                    let decoded = self.attempt.decode(decoder, ring.received(self.slot, count))?;
                    if decoded.is_some() {
                        return Ok(decoded);
                    }
                }
                if deadline <= now {
                    return Err(self.attempt.timed_out());
                }
                ring.receive(self.slot).map_err(|error| self.attempt.io_error(error))?;
            }
            (Event::Report(..), State::Closing(ended)) => return ended.take().transpose(),
            // A wake-up may come late.
            _ => {}
        }
        Ok(None)
    }
}
