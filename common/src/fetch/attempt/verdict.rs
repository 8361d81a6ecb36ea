//! [`verdict`]: whether a fetch goes on after an error, and [`Situation`]: what it may still do.

use std::mem;
use std::time::Instant;

use super::Attempt;
use crate::crawl::services::Services;
use crate::fetch::error::{Again, Cause, FetchError, Phase};

/// What a fetch does after an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It ends with this error.
    Final,
    /// It goes on with the same try: at the host's next address, or at a later turn.
    GoOn,
    /// It makes the request again.
    Repeat {
        /// Whether that is another try.
        costs_try: bool,
        /// Whether a pause comes first, which grows from try to try.
        is_paused: bool,
    },
}

/// What a fetch may still do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation {
    /// Whether the crawl is to end.
    pub is_interrupted: bool,
    /// Whether there is time for another address of the host.
    pub has_address: bool,
    /// Whether a try is left.
    pub has_try: bool,
    /// Whether there is time to wait for a descriptor.
    pub has_patience: bool,
    /// Whether the request asked for the head of the answer alone.
    pub asks_for_head: bool,
}

/// Returns what a fetch does after an error of this cause in this phase.
///
/// Only errors of the network are tried again, and what a server asks to be asked again. These cost no try: an address that
/// refuses while the host has others, a turn that came too early, a server that refuses HTTP/1.0 or HEAD, and a lack of
/// descriptors.
pub fn verdict(cause: &Cause, phase: Phase, situation: Situation) -> Verdict {
    let repeat = |costs_try, is_paused| Verdict::Repeat { costs_try, is_paused };
    match cause {
        _ if situation.is_interrupted => Verdict::Final,
        Cause::Again(Again::LaterTurn) => Verdict::GoOn,
        Cause::Again(Again::AtOnce) => repeat(false, false),
        Cause::Again(Again::NextTry) => repeat(true, false),
        Cause::OutOfDescriptors(_) if situation.has_patience => repeat(false, true),
        _ if phase == Phase::Connecting && situation.has_address => Verdict::GoOn,
        // The server may not understand HEAD. A try that timed out has taken long, so it counts.
        _ if situation.asks_for_head && phase.is_of_request() && !matches!(cause, Cause::Timeout) => {
            repeat(false, false)
        }
        _ if cause.is_of_the_network() && situation.has_try => repeat(true, true),
        _ => Verdict::Final,
    }
}

impl Attempt {
    /// Returns what the fetch may do after `error`. After the failure of a request, further ones use GET.
    pub(super) fn situation(&self, error: &FetchError) -> Situation {
        let Services { options, interrupt, .. } = &*self.services;
        let mut rare = self.rare.borrow_mut();
        let is_lack = matches!(error.cause, Cause::OutOfDescriptors(_));
        let lacks_since = is_lack.then(|| *rare.lacks_since.get_or_insert_with(Instant::now));
        let is_failure = error.phase.is_of_request() && !matches!(error.cause, Cause::Again(_));
        Situation {
            is_interrupted: interrupt.is_triggered(),
            has_address: self.others_left() > 0 && Instant::now() < self.deadline(),
            has_try: self.current.borrow().number < options.max_tries,
            has_patience: lacks_since.is_some_and(|since| since.elapsed() < options.timeout),
            asks_for_head: is_failure && mem::take(&mut rare.asks_for_head),
        }
    }
}
