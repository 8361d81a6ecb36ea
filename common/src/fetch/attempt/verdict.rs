//! [`verdict`]: whether a fetch goes on after an error, and [`Situation`]: what it may still do.

use crate::fetch::error::{Cause, Phase};

/// What a fetch does after an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It ends with this error.
    Final,
    /// It goes on with the same try: at the host's next address, or later.
    GoOn,
    /// It makes another try, after a pause that grows from try to try.
    TryAgain,
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
}

/// Returns what a fetch does after an error of this cause in this phase.
///
/// Only errors of the network are tried again. An address that refuses while the host has others costs no try, and neither does a
/// request that came too early.
pub fn verdict(cause: &Cause, phase: Phase, situation: Situation) -> Verdict {
    match cause {
        _ if situation.is_interrupted => Verdict::Final,
        Cause::TooEarly => Verdict::GoOn,
        _ if phase == Phase::Connecting && situation.has_address => Verdict::GoOn,
        _ if cause.is_of_the_network() && situation.has_try => Verdict::TryAgain,
        _ => Verdict::Final,
    }
}
