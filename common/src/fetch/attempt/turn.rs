//! When a try begins: after its pause, and at its turn for the host.

use std::time::{Duration, Instant};

use super::Attempt;
use crate::crawl::options::Options;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::resolve::InTurn;
use crate::fetch::time::after;

impl Attempt {
    /// Notes that this try begins its request, or begins it again at another address.
    ///
    /// The lookup or the last address may have taken long, or the machine may have slept, so the pace of the host is
    /// checked here, and not only planned.
    ///
    /// # Errors
    /// If another request to the host began too short a time ago ([`Cause::TooEarly`]). The try then
    /// [starts](Attempt::starts_at) again at a later turn.
    pub fn begin(&self) -> Result<(), FetchError> {
        let Options { pacer, delay, .. } = &*self.options;
        let (now, begun) = (Instant::now(), self.begun.get());
        if let Err(later) = pacer.begin(now, &self.url, *delay, self.starts_at(), begun) {
            let is_first = begun.is_none() && self.began.get() == self.starts_at();
            self.start_at(later);
            if is_first {
                self.began.set(later);
            }
            return Err(self.error(Cause::TooEarly));
        }
        self.begun.set(Some(now));
        Ok(())
    }

    /// Goes on to a further try after `pause`, at its turn for the host. Leaves the count of tries as it is.
    pub fn repeat(&self, pause: Duration) {
        let pause = self.options.pacer.turn(&self.url, self.options.delay, pause);
        self.enter(Phase::Resolving);
        self.untried.borrow_mut().iter_mut().for_each(InTurn::begin_again);
        self.begun.take();
        self.is_answered.set(false);
        self.lacks_since.take();
        self.start_at(after(Instant::now(), pause));
    }

    fn start_at(&self, start: Instant) {
        self.start.set(start);
        self.deadline.set(after(start, self.options.timeout));
    }
}
