//! [`Manners`]: the time between two requests to one host, and the pauses that servers ask for. [`Pacer`]: the slots of each host.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::fetch::attempt::{Try, growing_pause};
use common::fetch::http::Again;
use common::fetch::time::after;
use common::lock::lock;
use common::report::Report;
use common::{Around, FetchError, Options, Outcome, Response, Target};
use url::Url;

/// Keeps `--delay`, and the pauses that servers ask for (429, or 503 with a `Retry-After`), up to `--max-wait`.
#[derive(Debug)]
pub struct Manners {
    delay: Duration,
    max_wait: Duration,
    max_tries: u32,
    pacer: Pacer,
}

impl Manners {
    /// Makes the manners of a crawl with these options, which takes the slots of hosts from `pacer`.
    pub fn new(options: &Options, pacer: &Pacer) -> Manners {
        let Options { delay, max_wait, max_tries, .. } = *options;
        Manners { delay, max_wait, max_tries, pacer: pacer.clone() }
    }
}

impl Around for Manners {
    fn plan(&self, url: &Url, pause: Duration) -> Instant {
        after(Instant::now(), self.pacer.plan(url, self.delay, pause))
    }

    fn request_starts(&self, current: &Try, now: Instant) -> Result<(), Instant> {
        let Try { url, planned, started, .. } = current;
        self.pacer.start(now, url, self.delay, *planned, *started)
    }

    /// Returns the same request, to be made after the host's pause. A request that was in flight at the announcement loses no try,
    /// unless the host refuses all. An answer that asks for too long a pause is the result.
    fn again(&self, current: &Try, ended: Result<&Response, &FetchError>) -> Option<Again> {
        let response = ended.ok().filter(|response| is_refusal(response))?;
        let asked = match response.retry_after {
            None if response.status == 429 => self.pacer.unnamed_pause(&current.url, current.number)?,
            named => named?,
        };
        if asked > self.max_wait {
            return None;
        }
        if current.number >= self.max_tries {
            self.pacer.refused(&current.url, current.first_planned);
            return None;
        }
        let asked = asked.max(growing_pause(current.number));
        let costs_try = self.pacer.pause(Instant::now(), &current.url, asked, current.started);
        // The pacer keeps the pause.
        Some(Again { request: current.request, costs_try, pause: Duration::ZERO })
    }

    fn read(&self, target: &Target, response: Option<&Response>, _: &mut Outcome) {
        if response.is_some_and(|response| !is_refusal(response)) {
            self.pacer.accepted(Instant::now(), &target.url);
        }
    }

    fn finish(&self, report: &mut Report) {
        report.pauses = self.pacer.pauses();
    }
}

/// Returns whether a server may ask for a pause with this answer.
fn is_refusal(response: &Response) -> bool {
    matches!(response.status, 429 | 503)
}

/// The longest delay that a robots.txt can ask for. A longer one could stop the crawl.
pub const MAX_CRAWL_DELAY: Duration = Duration::from_secs(5 * 60);

/// The time between the first two requests after a pause. It is halved for each further one, until it is under
/// [`LAST_GAP`]: then all others follow.
const FIRST_GAP: Duration = Duration::from_millis(50);
const LAST_GAP: Duration = Duration::from_millis(1);

/// Gives out slots: the times at which requests to a host may start. Its clones share them. It never waits: the caller does.
///
/// After a slow lookup, or when the machine has slept, a caller is late for its slot. So it asks again when it starts.
#[derive(Clone, Debug, Default)]
pub struct Pacer {
    hosts: Arc<Mutex<HashMap<String, Pace>>>,
}

/// The slots of a host, whatever its port.
#[derive(Debug, Default)]
struct Pace {
    /// The earliest time of its next slot.
    next: Option<Instant>,
    /// When the last request was made.
    requested_at: Option<Instant>,
    /// The delay that the host's robots.txt asks for.
    crawl_delay: Duration,
    /// How many times it has asked for a pause.
    pauses: usize,
    /// When the last pause was announced.
    announced: Option<Instant>,
    /// The end of the last pause.
    resumes: Option<Instant>,
    /// The slot at the end of the pause. It belongs to the request that was refused.
    first: Option<Instant>,
    /// The time between the next two slots after a pause.
    gap: Duration,
    /// When it has accepted a request last.
    accepted: Option<Instant>,
    /// Whether one request was refused in all of its tries, and no request was accepted since the first of them.
    refuses_all: bool,
}

impl Pace {
    /// Notes that `slot` was given out, where the crawl asks for `delay`.
    fn give(&mut self, slot: Instant, delay: Duration) {
        self.next = self.next.max(Some(after(slot, delay.max(self.crawl_delay).max(self.gap))));
        self.gap = if self.gap < LAST_GAP { Duration::ZERO } else { self.gap / 2 };
    }
}

impl Pacer {
    /// Takes the next free slot of the URL's host: `delay` after the last one, and no sooner than `pause` from now. The first slot
    /// after a pause that the host has asked for comes first. Returns the time until the slot.
    ///
    /// A slot after a `pause` does not delay the slots after it. So two slots may be at one moment, and
    /// [`start`](Pacer::start) checks the delay again.
    pub fn plan(&self, url: &Url, delay: Duration, pause: Duration) -> Duration {
        self.plan_from(Instant::now(), url, delay, pause)
    }

    /// Does the same as [`plan`](Pacer::plan), at a given time.
    pub fn plan_from(&self, now: Instant, url: &Url, delay: Duration, pause: Duration) -> Duration {
        let mut hosts = lock(&self.hosts);
        let Some(pace) = pace(&mut hosts, url, !delay.is_zero()) else { return pause };
        let soonest = after(now, pause);
        let slot = pace.first.take().unwrap_or_else(|| pace.next.map_or(soonest, |next| next.max(soonest)));
        if pause.is_zero() {
            pace.give(slot, delay);
        }
        slot.saturating_duration_since(now)
    }

    /// Claims the slot at the time `planned`, in which a request starts now. A caller that goes on to another address claims it
    /// again, and passes the time of its last request as `requested_at`.
    ///
    /// If a later caller was faster, the slot is lost. The time between two requests is then up to twice the delay, and
    /// never shorter than the delay.
    ///
    /// # Errors
    /// If the host has asked for a pause, or the delay since the last request of another caller has not passed. The
    /// error is the time of a later slot.
    pub fn start(
        &self,
        now: Instant,
        url: &Url,
        delay: Duration,
        planned: Instant,
        requested_at: Option<Instant>,
    ) -> Result<(), Instant> {
        let mut hosts = lock(&self.hosts);
        let Some(pace) = pace(&mut hosts, url, !delay.is_zero()) else { return Ok(()) };
        let delay = delay.max(pace.crawl_delay);
        let last = pace.requested_at.filter(|_| pace.requested_at != requested_at);
        let spaced = last.map(|last| after(last, delay));
        let soonest = spaced.max(pace.resumes).unwrap_or(now);
        if now >= soonest {
            pace.next = pace.next.max(Some(after(now, delay)));
            pace.requested_at = Some(now);
            return Ok(());
        }
        // A caller that another one or a pause has overtaken goes to the end of the line.
        let is_overtaken = last.max(pace.resumes).is_some_and(|passed| planned <= passed);
        let later = pace.next.filter(|_| is_overtaken).map_or(soonest, |next| next.max(soonest));
        pace.give(later, delay);
        Err(later)
    }

    /// Blocks the slots of the URL's host until `pause` has passed: the host has refused the request made at `requested_at`. Returns
    /// whether the refusal costs a try.
    ///
    /// A host that limits its rate refuses all that is in flight. Only the first refusal costs a try, and that request
    /// has the first slot after the pause. The others follow at a growing speed. But if the host refuses all
    /// requests, every refusal costs a try: otherwise the requests would be given up one after the other.
    pub fn pause(&self, now: Instant, url: &Url, pause: Duration, requested_at: Option<Instant>) -> bool {
        let mut hosts = lock(&self.hosts);
        let Some(pace) = pace(&mut hosts, url, true) else { return true };
        pace.pauses += 1;
        if pace.announced.is_some() && requested_at <= pace.announced {
            return pace.refuses_all;
        }
        let end = pace.resumes.max(Some(after(now, pause)));
        (pace.announced, pace.resumes, pace.first) = (Some(now), end, end);
        pace.next = pace.next.max(end);
        pace.gap = if pace.refuses_all { Duration::ZERO } else { FIRST_GAP };
        true
    }

    /// Notes that the URL's host has accepted a request.
    pub fn accepted(&self, now: Instant, url: &Url) {
        if let Some(pace) = pace(&mut lock(&self.hosts), url, false) {
            (pace.accepted, pace.refuses_all) = (Some(now), false);
        }
    }

    /// Notes that the URL's host has refused all tries of a request whose first try was to start at `planned`.
    pub fn refused(&self, url: &Url, planned: Instant) {
        if let Some(pace) = pace(&mut lock(&self.hosts), url, false) {
            pace.refuses_all = pace.accepted < Some(planned);
        }
    }

    /// Returns whether the URL's host has refused one request in all of its tries, and accepted none since the first of them.
    pub fn refuses_all(&self, url: &Url) -> bool {
        pace(&mut lock(&self.hosts), url, false).is_some_and(|pace| pace.refuses_all)
    }

    /// Returns the pause after the try of this number, if its answer was a 429 that names none. Three such pauses last about three
    /// seconds, which is enough for a limit of one request a second. `None` if the URL's host refuses all requests: the answer is
    /// the result.
    pub fn unnamed_pause(&self, url: &Url, number: u32) -> Option<Duration> {
        (!self.refuses_all(url)).then(|| 8 * growing_pause(number))
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
