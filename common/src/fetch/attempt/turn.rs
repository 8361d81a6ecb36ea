//! The turn of a try: when it may begin, so that the host has its delay.

use std::time::Instant;

use super::Attempt;
use crate::crawl::options::Options;
use crate::fetch::error::{Cause, FetchError};

impl Attempt {
    /// Notes that this try begins its request.
    ///
    /// The lookup may have taken long, or the machine may have slept, so the pace of the host is checked here, and
    /// not only planned.
    ///
    /// # Errors
    /// If another request to the host began too short a time ago ([`Cause::TooEarly`]). The try then
    /// [starts](Attempt::starts_at) again at a later turn.
    pub fn begin(&self) -> Result<(), FetchError> {
        if self.has_begun.get() {
            return Ok(());
        }
        let Options { pacer, delay, .. } = &*self.options;
        if let Err(later) = pacer.begin(Instant::now(), &self.url, *delay, self.starts_at()) {
            let is_first = self.began.get() == self.starts_at();
            self.start_at(later);
            if is_first {
                self.began.set(later);
            }
            return Err(self.error(Cause::TooEarly));
        }
        self.has_begun.set(true);
        Ok(())
    }
}
