//! What a fetch may still do after an error.

use std::mem;
use std::time::Instant;

use super::Attempt;
use super::verdict::Situation;
use crate::crawl::services::Services;
use crate::fetch::error::{Cause, FetchError};

impl Attempt {
    /// Returns what the fetch may do after `error`. After the failure of a request, further ones use GET.
    pub(super) fn situation(&self, error: &FetchError) -> Situation {
        let Services { options, interrupt, .. } = &*self.services;
        let mut rare = self.rare.borrow_mut();
        let is_lack = error.cause.is_out_of_descriptors();
        let lacks_since = is_lack.then(|| *rare.lacks_since.get_or_insert_with(Instant::now));
        let is_failure = error.phase.is_of_request() && !matches!(error.cause, Cause::Again(_));
        Situation {
            is_interrupted: interrupt.is_triggered(),
            has_address: self.has_another_address(),
            has_try: self.current.borrow().number < options.max_tries,
            has_patience: lacks_since.is_some_and(|since| since.elapsed() < options.timeout),
            asks_for_head: is_failure && mem::take(&mut rare.asks_for_head),
        }
    }
}
