//! What a fetch may still do after an error.

use std::time::Instant;

use super::Attempt;
use super::verdict::Situation;
use crate::crawl::services::Services;
use crate::fetch::error::{Cause, FetchError};

impl Attempt {
    /// Returns what the fetch may do after `error`. After the failure of a request, further ones use GET.
    pub(super) fn situation(&self, error: &FetchError) -> Situation {
        let Services { options, interrupt, .. } = &*self.services;
        let lacks_since = error.cause.is_out_of_descriptors().then(|| {
            let since = self.lacks_since.get().unwrap_or_else(Instant::now);
            self.lacks_since.set(Some(since));
            since
        });
        let is_failure = error.phase.is_of_request() && !matches!(error.cause, Cause::Again(_));
        Situation {
            is_interrupted: interrupt.is_triggered(),
            has_address: self.has_another_address(),
            has_try: self.current.borrow().number < options.max_tries,
            has_patience: lacks_since.is_some_and(|since| since.elapsed() < options.timeout),
            asks_for_head: is_failure && self.asks_for_head.replace(false),
        }
    }
}
