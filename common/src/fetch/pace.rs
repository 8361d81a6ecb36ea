//! [`Pacer`]: the time between two requests to one host.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use url::Url;

use crate::fetch::time::after;
use crate::lock::lock;

/// The longest delay that a robots.txt can ask for. A longer one could stop the crawl.
pub const MAX_CRAWL_DELAY: Duration = Duration::from_secs(5 * 60);

/// Gives out turns for hosts. Its clones share the turns. It never waits: the caller does.
///
/// A turn is planned, and a caller may come to it late: after a slow lookup, or when the machine has slept. So the
/// caller asks again when it begins.
#[derive(Clone, Debug, Default)]
pub struct Pacer {
    hosts: Arc<Mutex<HashMap<String, Pace>>>,
}

/// The turns of a host, whatever its port.
#[derive(Debug, Default)]
struct Pace {
    /// The earliest time of its next turn.
    next: Option<Instant>,
    /// When a request was begun last.
    began: Option<Instant>,
    /// The delay that the host's robots.txt asks for.
    crawl_delay: Duration,
    /// How many times it has asked for a pause.
    pauses: usize,
}

impl Pacer {
    /// Takes the next free turn for the URL's host: `delay` after the last one, and no sooner than
    /// `pause` from now. Returns the time until then.
    pub fn turn(&self, url: &Url, delay: Duration, pause: Duration) -> Duration {
        self.turn_from(Instant::now(), url, delay, pause)
    }

    /// Does the same as [`turn`](Pacer::turn), at a given time.
    pub fn turn_from(&self, now: Instant, url: &Url, delay: Duration, pause: Duration) -> Duration {
        let mut hosts = lock(&self.hosts);
        let Some(pace) = pace(&mut hosts, url, !delay.is_zero()) else { return pause };
        let soonest = after(now, pause);
        let turn = pace.next.map_or(soonest, |next| next.max(soonest));
        pace.next = Some(after(turn, delay.max(pace.crawl_delay)));
        turn - now
    }

    /// Begins a request whose turn was planned for the time `turn`. A caller that goes on to another address begins
    /// again, and passes the time at which it began last as `begun`.
    ///
    /// A caller that another one has overtaken loses its turn, which passes unused. So callers that come late by more
    /// than the delay take up to twice as long, but none begins too early.
    ///
    /// # Errors
    /// If the delay since the last request of another caller has not passed: the time of a later turn.
    pub fn begin(
        &self,
        now: Instant,
        url: &Url,
        delay: Duration,
        turn: Instant,
        begun: Option<Instant>,
    ) -> Result<(), Instant> {
        let mut hosts = lock(&self.hosts);
        let Some(pace) = pace(&mut hosts, url, !delay.is_zero()) else { return Ok(()) };
        let delay = delay.max(pace.crawl_delay);
        let last = pace.began.filter(|_| pace.began != begun);
        let soonest = last.map_or(now, |began| after(began, delay));
        if now >= soonest {
            pace.next = pace.next.max(Some(after(now, delay)));
            pace.began = Some(now);
            return Ok(());
        }
        // A caller that another one has overtaken goes to the end of the line.
        let is_overtaken = last.is_some_and(|began| turn <= began);
        let later = pace.next.filter(|_| is_overtaken).map_or(soonest, |next| next.max(soonest));
        pace.next = pace.next.max(Some(after(later, delay)));
        Err(later)
    }

    /// Begins no turn of the URL's host before `pause` has passed, because the host asks for that.
    pub fn pause(&self, url: &Url, pause: Duration) {
        let mut hosts = lock(&self.hosts);
        if let Some(pace) = pace(&mut hosts, url, true) {
            pace.next = pace.next.max(Some(after(Instant::now(), pause)));
            pace.pauses += 1;
        }
    }

    /// Returns how many times a host has asked for a pause.
    pub fn pauses(&self) -> usize {
        lock(&self.hosts).values().map(|pace| pace.pauses).sum()
    }

    /// Keeps at least this delay from now on, for the URL's host, but no more than [`MAX_CRAWL_DELAY`].
    pub fn slow_down(&self, url: &Url, delay: Duration) {
        if let Some(pace) = pace(&mut lock(&self.hosts), url, true) {
            pace.crawl_delay = pace.crawl_delay.max(delay.min(MAX_CRAWL_DELAY));
        }
    }
}

/// Returns the pace of the URL's host. Adds a new host only if `begins`.
fn pace<'a>(hosts: &'a mut HashMap<String, Pace>, url: &Url, begins: bool) -> Option<&'a mut Pace> {
    let host = url.host_str()?;
    let host = host.strip_suffix('.').unwrap_or(host);
    if begins && !hosts.contains_key(host) {
        hosts.insert(host.to_owned(), Pace::default());
    }
    hosts.get_mut(host)
}
