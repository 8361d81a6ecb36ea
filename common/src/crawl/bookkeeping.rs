//! An [`Outcome`] is only computed. Around it, the archive keeps the page, the observer is told, and the store keeps a line.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::crawl::frontier::Frontier;
use crate::crawl::outcome::Outcome;
use crate::crawl::services::Services;
use crate::crawl::target::{Kind, Target};
use crate::extra::resume::line::line_of;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::Response;
use crate::text::panic_message;
use trace::Event;

impl Services {
    /// Returns the first targets of the crawl.
    pub fn roots(&self, frontier: &mut Frontier) -> Vec<Target> {
        self.found(frontier.roots())
    }

    /// Returns what `fetched` means: a page with links, a redirect, or a failure. If that panics, only this page fails.
    ///
    /// The call is costly for a large page, so hold no lock meanwhile.
    pub fn outcome(&self, target: &Target, fetched: Result<Response, FetchError>) -> Outcome {
        let fetched = match fetched {
            Err(FetchError { answer: Some(answer), .. }) => Ok(*answer),
            fetched => fetched,
        };
        let (tries, elapsed) = match &fetched {
            Ok(response) => (response.tries, response.elapsed),
            Err(error) => (error.tries, error.elapsed),
        };
        let read = || {
            if let (Some(archive), Ok(response), Kind::Page) = (&self.archive, &fetched, &target.kind) {
                archive.keep(&target.url, response);
            }
            Outcome::of(target, fetched.map(|response| self.to_be_read(response)), &self.scope)
        };
        // After a panic, nothing that the closure has touched is used again.
        match catch_unwind(AssertUnwindSafe(read)) {
            Ok(outcome) => self.ended(target, outcome),
            Err(panic) => self.after_panic(target, tries, elapsed, &*panic),
        }
    }

    /// Returns the outcome of a fetch that panicked with `payload`. Its tries and its time are lost.
    pub fn panicked(&self, target: &Target, payload: &(dyn Any + Send)) -> Outcome {
        self.after_panic(target, 1, Duration::ZERO, payload)
    }

    /// Settles the outcome of `target` in the frontier, and returns the new targets that it leads to.
    ///
    /// After an interrupt it settles nothing, because the interrupt may be why the fetch ended.
    pub fn settle(&self, frontier: &mut Frontier, target: Target, mut outcome: Outcome) -> Vec<Target> {
        if self.interrupt.is_triggered() {
            return Vec::new();
        }
        // The store comes first: what is in the report is stored, and a page before those that it links to.
        if let (Some(store), Some(line)) = (&self.store, outcome.line.take())
            && !store.append(&line)
        {
            return Vec::new();
        }
        if let (Kind::RobotsTxt { of }, Some(delay)) = (&target.kind, outcome.crawl_delay()) {
            self.pacer.slow_down(of, delay);
        }
        self.found(frontier.settle(target, outcome))
    }

    /// Returns the response, without its body after an interrupt: what is not settled need not be read.
    fn to_be_read(&self, response: Response) -> Response {
        if self.interrupt.is_triggered() { Response { body: Vec::new(), ..response } } else { response }
    }

    fn after_panic(&self, target: &Target, tries: u32, time: Duration, panic: &(dyn Any + Send)) -> Outcome {
        let cause = Cause::Panic(panic_message(panic).into());
        let error = FetchError::new(&target.url, Phase::Decoding, tries, time, cause);
        self.ended(target, Outcome::of(target, Err(error), &self.scope))
    }

    fn ended(&self, target: &Target, outcome: Outcome) -> Outcome {
        let record = &outcome.record;
        self.progress.ended(record);
        trace::note(|| {
            let status = || record.status.unwrap_or_default().to_string();
            let outcome = record.failure().unwrap_or_else(status);
            Event::Done { target: record.url.to_string(), outcome }
        });
        let line = self.store.as_ref().map(|_| line_of(&target.kind, &outcome));
        Outcome { line, ..outcome }
    }

    fn found(&self, targets: Vec<Target>) -> Vec<Target> {
        self.progress.found(&targets);
        targets
    }
}
