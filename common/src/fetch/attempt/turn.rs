//! When a try begins: after its pause, and at its turn for the host.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::time::{Duration, Instant};

use super::Attempt;
use super::current::Try;
use crate::crawl::options::Options;
use crate::crawl::services::Services;
use crate::fetch::error::{Cause, FetchError};
use crate::fetch::resolve::InTurn;
use crate::fetch::time::after;

/// The pause before the second try. It doubles with each further try, up to 64 times this, and up to half of it is added
/// at random: tries that failed together do not come back together.
pub(super) const FIRST_PAUSE: Duration = Duration::from_millis(50);

impl Attempt {
    /// Returns the pause between this try and the next one, where the server names none.
    pub(super) fn growing_pause(&self) -> Duration {
        let pause = FIRST_PAUSE * 2_u32.saturating_pow(self.tries() - 1).min(64);
        // The standard library has no other source of random numbers.
        let random = RandomState::new().hash_one(()) % 512;
        pause + pause.mul_f64(random as f64 / 1024.0)
    }

    /// Notes that this try begins its request, or begins it again at another address.
    ///
    /// The lookup or the last address may have taken long, or the machine may have slept, so the pace of the host is
    /// checked here, and not only planned.
    ///
    /// # Errors
    /// If another request to the host began too short a time ago ([`Cause::TooEarly`]). The try then
    /// [starts](Attempt::starts_at) again at a later turn.
    pub fn begin(&self) -> Result<(), FetchError> {
        let Options { delay, services: Services { pacer, .. }, .. } = &*self.options;
        let (now, begun) = (Instant::now(), self.current.borrow().begun);
        if let Err(later) = pacer.begin(now, self.url(), *delay, self.starts_at(), begun) {
            self.put_off(later);
            return Err(self.error(Cause::TooEarly));
        }
        self.current.borrow_mut().begun = Some(now);
        Ok(())
    }

    /// Puts off this try, and so its deadline, until `start`: a turn that machines share came later than the one planned here.
    pub fn put_off(&self, start: Instant) {
        let mut current = self.current.borrow_mut();
        if current.begun.is_none() && self.began.get() == current.start {
            self.began.set(start);
        }
        current.start_at(start, self.timeout);
    }

    /// Goes on to a further try after `pause`, at its turn for the host. Leaves the count of tries as it is.
    pub fn repeat(&self, pause: Duration) {
        let pause = self.options.services.pacer.turn(self.url(), self.options.delay, pause);
        let start = after(Instant::now(), pause);
        let mut current = self.current.borrow_mut();
        let untried = current.untried.take().map(InTurn::begin_again);
        *current = Try { untried, ..Try::new(current.number, start, self.timeout) };
    }
}
