//! [`Manners`]: the time between two requests to one host, and the pauses that servers ask for.

use std::time::{Duration, Instant};

use common::fetch::attempt::{Try, growing_pause};
use common::fetch::http::Again;
use common::fetch::time::after;
use common::report::Report;
use common::{Around, FetchError, Options, Response};
use url::Url;

use crate::pace::Pacer;

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

    /// Returns the pause after an answer that names none, as that of many a server that limits its rate. Three such pauses
    /// take about three seconds, which is enough for a limit of one request a second. A host that refuses all requests is
    /// not asked again so soon.
    fn unnamed_pause(&self, current: &Try, status: u16) -> Option<Duration> {
        let refuses_all = || self.pacer.refuses_all(&current.url);
        (status == 429 && !refuses_all()).then(|| 8 * growing_pause(current.number))
    }
}

impl Around for Manners {
    fn plan(&self, url: &Url, pause: Duration) -> Instant {
        after(Instant::now(), self.pacer.plan(url, self.delay, pause))
    }

    fn start(&self, current: &Try, now: Instant) -> Result<(), Instant> {
        let Try { url, planned, started, .. } = current;
        self.pacer.start(now, url, self.delay, *planned, *started)
    }

    /// A request that was in flight when its host announced the pause loses no try, unless the host refuses all. The answer that asks
    /// for too long a pause is the result.
    fn again(&self, current: &Try, ended: Result<&Response, &FetchError>) -> Option<Again> {
        let response = ended.ok()?;
        if !matches!(response.status, 429 | 503) {
            self.pacer.accepted(Instant::now(), &current.url);
            return None;
        }
        let asked = response.retry_after.or_else(|| self.unnamed_pause(current, response.status))?;
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

    fn finish(&self, report: &mut Report) {
        report.pauses = self.pacer.pauses();
    }
}
