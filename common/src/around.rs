//! [`Around`]: the door between a crawl and what only a real site asks for. [`Door`]: all that stands around one crawl.
//!
//! The crawl calls these methods, and knows nothing of what is behind them. Each of them does nothing by default. The package `web`
//! implements them: each concern is one type there. So do observers of a crawl, such as a line on a terminal.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;

use crate::crawl::outcome::Outcome;
use crate::crawl::target::Target;
use crate::fetch::attempt::current::Try;
use crate::fetch::error::FetchError;
use crate::fetch::http::{Again, Request, Response};
use crate::fetch::time::after;
use crate::report::{Record, Report};

/// What stands around a crawl. The methods are in the order in which a crawl calls them for a target.
///
/// Any thread of the crawl may call them, and waits until they return. While it calls `admit`, `found`, `settle` and `finish`, it may
/// hold the lock of the frontier.
pub trait Around: Send + Sync {
    /// Returns the targets that may be fetched now, of those that the crawl has `found`. It may keep some of them for later,
    /// and add targets of its own.
    fn admit(&self, found: Vec<Target>) -> Vec<Target> {
        found
    }

    /// Notes that so many targets are going to be fetched.
    fn found(&self, _count: usize) {}

    /// Notes that the fetch of `url` starts.
    fn fetch_starts(&self, _url: &Arc<Url>) {}

    /// Returns the earliest start of a request. That is at least `pause` from now. The crawl calls
    /// [`request_starts`](Around::request_starts) when the request really starts.
    fn plan(&self, _url: &Url, pause: Duration) -> Instant {
        after(Instant::now(), pause)
    }

    /// Returns the request for a target that this implementation has added itself; `None` for any other target.
    fn request(&self, _target: &Target) -> Option<Request> {
        None
    }

    /// Notes that a request of this try starts `now`: just before the connect, or before the send on a connection that was kept.
    ///
    /// # Errors
    /// If that is too early: the time at which the request may start.
    fn request_starts(&self, _try: &Try, _now: Instant) -> Result<(), Instant> {
        Ok(())
    }

    /// Returns the request to make next, after an answer that is a failure (from 400 on) or after an error; `None` leaves that to the
    /// crawl.
    fn again(&self, _try: &Try, _ended: Result<&Response, &FetchError>) -> Option<Again> {
        None
    }

    /// Returns whether the URL may be tried again, after a try that the network has failed.
    fn may_try(&self, _error: &FetchError) -> bool {
        true
    }

    /// Reads what the crawl itself does not need in an answer, and adds it to the outcome. `response` is `None` if the fetch failed. The
    /// call may take long, because no lock is held.
    fn read(&self, _target: &Target, _response: Option<&Response>, _outcome: &mut Outcome) {}

    /// Notes that a fetch has ended.
    fn fetch_ended(&self, _record: &Record) {}

    /// Returns the outcome for the frontier, which records it at `index`. An implementation may keep the outcome: then it breaks with
    /// the targets that follow.
    fn settle(&self, _target: &Target, outcome: Outcome, _index: usize) -> ControlFlow<Vec<Target>, Outcome> {
        ControlFlow::Continue(outcome)
    }

    /// Adds to the report, whose records are still in the order of their indices.
    fn finish(&self, _report: &mut Report) {}
}

/// All that stands around a crawl, in the order in which it is asked. The default is nothing. A clone shares what is in it, but not
/// what is added later.
#[derive(Clone, Default)]
pub struct Door(Vec<Arc<dyn Around>>);

impl Door {
    /// Adds something that is asked last.
    pub fn add(&mut self, around: Arc<dyn Around>) {
        self.0.push(around);
    }

    /// Adds something that is asked first.
    pub fn add_first(&mut self, around: Arc<dyn Around>) {
        self.0.insert(0, around);
    }

    /// Passes what was found through all of them. See [`Around::admit`].
    pub fn admit(&self, found: Vec<Target>) -> Vec<Target> {
        self.0.iter().fold(found, |found, around| around.admit(found))
    }

    /// Tells all of them that so many targets are going to be fetched.
    pub fn found(&self, count: usize) {
        self.0.iter().for_each(|around| around.found(count));
    }

    /// Tells all of them that the fetch of `url` starts.
    pub fn fetch_starts(&self, url: &Arc<Url>) {
        self.0.iter().for_each(|around| around.fetch_starts(url));
    }

    /// Returns the first request that one of them has for a target, or that for a page.
    pub fn request(&self, target: &Target) -> Request {
        self.0.iter().find_map(|around| around.request(target)).unwrap_or_default()
    }

    /// Returns the time at which a request may start for all of them.
    pub fn plan(&self, url: &Url, pause: Duration) -> Instant {
        let planned = self.0.iter().map(|around| around.plan(url, pause));
        planned.max().unwrap_or_else(|| after(Instant::now(), pause))
    }

    /// Notes that a request starts `now`.
    ///
    /// # Errors
    /// If that is too early for one of them.
    pub fn request_starts(&self, a_try: &Try, now: Instant) -> Result<(), Instant> {
        self.0.iter().try_for_each(|around| around.request_starts(a_try, now))
    }

    /// Returns the first request that one of them makes again.
    pub fn again(&self, a_try: &Try, ended: Result<&Response, &FetchError>) -> Option<Again> {
        self.0.iter().find_map(|around| around.again(a_try, ended))
    }

    /// Returns whether all of them let the URL be tried again.
    pub fn may_try(&self, error: &FetchError) -> bool {
        self.0.iter().all(|around| around.may_try(error))
    }

    /// Has all of them read an answer.
    pub fn read(&self, target: &Target, response: Option<&Response>, outcome: &mut Outcome) {
        self.0.iter().for_each(|around| around.read(target, response, outcome));
    }

    /// Tells all of them that a fetch has ended.
    pub fn fetch_ended(&self, record: &Record) {
        self.0.iter().for_each(|around| around.fetch_ended(record));
    }

    /// Passes an outcome through all of them, unless one of them keeps it.
    pub fn settle(
        &self,
        target: &Target,
        outcome: Outcome,
        index: usize,
    ) -> ControlFlow<Vec<Target>, Outcome> {
        self.0.iter().try_fold(outcome, |outcome, around| around.settle(target, outcome, index))
    }

    /// Has all of them add to the report.
    pub fn finish(&self, report: &mut Report) {
        self.0.iter().for_each(|around| around.finish(report));
    }
}

impl fmt::Debug for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Door({})", self.0.len())
    }
}
