//! [`Health`]: whether a page of a host is tried again, and when a host that does not answer gets its next page. It never waits.
//!
//! - An *allowance* bounds the further tries at a host, because a host in trouble must not get four times the requests.
//! - A *breaker* leaves a host alone that fails page after page. Now and then it lets one page through, the *probe*, and at last
//!   it gives the host up.
//!
//! The pauses between the tries of one page are not here: `Attempt` makes them grow, with jitter.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use url::{Position, Url};

/// The allowance in tenths of a try, because each fetch adds one: what a host has at first, the most, and what a try takes.
const FIRST: i32 = 100;
const MOST: i32 = 1000;
const TRY: i32 = 10;

/// The breaker opens when so many pages have failed in a row. A host whose breaker has opened so many times is given up.
const FAILURES: u32 = 20;
const OPENINGS: u32 = 5;

/// How long a breaker is open. That doubles with each opening, up to the longest time. After the longest time, a probe that has
/// not ended is taken for lost: it makes one try, and its worker may have died.
const PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// When a host gets its next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// At once.
    Now,
    /// After this time.
    After(Duration),
    /// Never: its pages fail without a request.
    Never,
}

/// Returns when a host gets its next page of which `failed` pages have failed in a row. `random` is at least 0 and less than 1:
/// up to a quarter of a pause is taken away, so that what has stopped together does not come back together.
pub fn admission(failed: u32, random: f64) -> Admission {
    match failed.checked_sub(FAILURES) {
        None => Admission::Now,
        Some(openings @ ..OPENINGS) => {
            let pause = LONGEST_PAUSE.min(PAUSE * 2_u32.pow(openings));
            Admission::After(pause.mul_f64(1.0 - random / 4.0))
        }
        Some(_) => Admission::Never,
    }
}

/// What is known of each host, by its scheme, name and port.
#[derive(Debug, Default)]
pub struct Health(HashMap<String, Host>);

#[derive(Debug, Default)]
struct Host {
    /// What its allowance has beyond the first, or lacks.
    tenths: i32,
    failed: u32,
    /// When its breaker lets a page through.
    probe_at: Option<Instant>,
    is_probed: bool,
}

impl Health {
    /// Returns when a page of the URL's host may be fetched. If that is now, the page may be the probe, so fetch it.
    pub fn admit(&mut self, now: Instant, url: &Url) -> Admission {
        let host = self.host(url);
        match (host.probe_at, admission(host.failed, 0.0)) {
            (Some(at), Admission::After(_)) if at > now => Admission::After(at - now),
            (_, Admission::After(_)) => {
                (host.is_probed, host.probe_at) = (true, Some(now + LONGEST_PAUSE));
                Admission::Now
            }
            (_, known) => known,
        }
    }

    /// Returns whether the URL's host is given up.
    pub fn is_given_up(&mut self, url: &Url) -> bool {
        admission(self.host(url).failed, 0.0) == Admission::Never
    }

    /// Notes that a page of the URL's host has failed in all its tries, or that the host has answered. Returns when the host
    /// gets its next page, if that changes: the breaker opens or closes.
    pub fn ended(&mut self, now: Instant, random: f64, url: &Url, has_failed: bool) -> Option<Admission> {
        let host = self.host(url);
        let is_open = host.failed >= FAILURES;
        // While the breaker is open, one failure counts for each probe. The others began before.
        let is_probe = std::mem::take(&mut host.is_probed);
        match has_failed {
            false => host.failed = 0,
            true if is_open && !is_probe => return None,
            true => host.failed += 1,
        }
        let next = admission(host.failed, random);
        host.probe_at = if let Admission::After(pause) = next { Some(now + pause) } else { None };
        (is_open || next != Admission::Now).then_some(next)
    }

    /// Notes that a fetch of the URL begins, which adds to the allowance of its host.
    pub fn starts(&mut self, url: &Url) {
        let host = self.host(url);
        host.tenths = (host.tenths + 1).min(MOST - FIRST);
    }

    /// Returns whether the URL may be tried again. That takes a try from the allowance of its host. A probe is not tried again.
    pub fn tries_again(&mut self, url: &Url) -> bool {
        let host = self.host(url);
        let may = host.failed < FAILURES && FIRST + host.tenths >= TRY;
        host.tenths -= if may { TRY } else { 0 };
        may
    }

    fn host(&mut self, url: &Url) -> &mut Host {
        self.0.entry(url[..Position::AfterPort].to_owned()).or_default()
    }
}
