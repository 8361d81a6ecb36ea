//! When a try starts: after its pause, and at its turn for the host.

use std::time::{Duration, Instant};

use super::Attempt;
use super::current::Try;
use crate::fetch::error::{Again, Cause, FetchError};
use crate::fetch::resolve::Untried;
use crate::fetch::time::{after, random};

/// The pause before the second try. It doubles with each further try, up to 64 times this, and up to half of it is added
/// at random: tries that failed together do not come back together.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// Returns the pause after the try of this number, counted from 1, where the server names none.
pub fn growing_pause(number: u32) -> Duration {
    let pause = FIRST_PAUSE * 2_u32.saturating_pow(number - 1).min(64);
    pause + pause.mul_f64(random() / 2.0)
}

impl Attempt {
    /// Returns the pause between this try and the next one, where the server names none.
    pub(super) fn growing_pause(&self) -> Duration {
        growing_pause(self.current.borrow().number)
    }

    /// Takes the turn of this try for the host, or takes it again for another address.
    ///
    /// The lookup or the last address may have taken long, or the machine may have slept, so the pace of the host is
    /// checked here, and not only planned.
    ///
    /// # Errors
    /// If another request to the host began too short a time ago ([`Again::LaterTurn`]). The try then
    /// [starts](Attempt::starts_at) again at a later turn.
    pub fn take_turn(&self) -> Result<(), FetchError> {
        let (now, before) = (Instant::now(), self.current.borrow().requested_at);
        let delay = self.services.options.delay;
        if let Err(later) = self.services.pacer.take_turn(now, self.url(), delay, self.starts_at(), before) {
            self.put_off(later);
            return Err(self.error(Cause::Again(Again::LaterTurn)));
        }
        self.current.borrow_mut().requested_at = Some(now);
        Ok(())
    }

    /// Puts off this try, and so its deadline, until `later`: its turn comes later than planned.
    pub(super) fn put_off(&self, later: Instant) {
        let mut current = self.current.borrow_mut();
        if current.requested_at.is_none() && self.first_planned.get() == current.planned {
            self.first_planned.set(later);
        }
        current.put_off(later, self.services.options.timeout);
    }

    /// Repeats the request after `pause`, at its turn for the host. Leaves the count of tries as it is.
    pub(super) fn repeat(&self, pause: Duration) {
        let options = &self.services.options;
        let pause = self.services.pacer.turn(self.url(), options.delay, pause);
        let planned = after(Instant::now(), pause);
        let mut current = self.current.borrow_mut();
        let untried = current.untried.take().map(Untried::for_next_try);
        *current = Try { untried, ..Try::new(current.number, planned, options.timeout) };
    }
}
