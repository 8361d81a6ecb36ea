//! [`Services`]: what the fetches of a running crawl share. [`Job`]: these, and where the crawl begins.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::around::Door;
use crate::crawl::frontier::Frontier;
use crate::crawl::interrupt::Interrupt;
use crate::crawl::options::Options;
use crate::crawl::outcome::Outcome;
use crate::crawl::scope::Scope;
use crate::crawl::target::Target;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::Response;
use crate::fetch::resolve::Resolver;
use crate::text::panic_message;
use trace::Event;

/// What the fetches of a running crawl share, made from the options. Its clones share all but the options.
///
/// ```
/// # use common::{FetchError, Response, Target};
/// # fn fetch(_: &Target) -> Result<Response, FetchError> { Ok(Response { status: 200, ..Response::default() }) }
/// use common::{Frontier, Options, Services};
///
/// let options = Options::new([url::Url::parse("http://site.example/")?]);
/// let mut frontier = Frontier::new(&options);
/// let services = Services::new(options);
/// let mut targets = services.roots(&mut frontier);
/// while let Some(target) = targets.pop() {
///     let fetched = fetch(&target); // The four stages differ in how this waits.
///     let outcome = services.outcome(&target, fetched);
///     targets.extend(services.settle(&mut frontier, target, outcome));
/// }
/// assert_eq!(frontier.finish().records.len(), 1);
/// # Ok::<(), url::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Services {
    /// What to crawl, and how hard. A change does not reach the scope and the resolver, which were made from the options.
    pub options: Options,
    /// Which URLs belong to the crawl.
    pub scope: Scope,
    /// Ends the crawl early; the report then counts what is unfinished.
    pub interrupt: Interrupt,
    /// What stands around the crawl: what only a real site asks for, and what observes it.
    pub door: Door,
    resolver: Resolver,
}

impl From<Options> for Services {
    /// Makes the same as [`Services::new`].
    fn from(options: Options) -> Services {
        Services::new(options)
    }
}

impl Services {
    /// Makes the services of a crawl with these options: nothing around it, and a blocking resolver.
    pub fn new(options: Options) -> Services {
        Services::with_resolver(options, Resolver::default())
    }

    /// Makes the same with another resolver, for example one of `program::resolver`, which blocks no thread of the crawl.
    pub fn with_resolver(options: Options, resolver: Resolver) -> Services {
        let resolver = resolver.only_public(options.public_only);
        Services {
            scope: Scope::new(&options),
            interrupt: Interrupt::default(),
            door: Door::default(),
            options,
            resolver,
        }
    }

    /// Returns what finds the addresses of hosts: public ones only, if the options say so.
    pub fn resolver(&self) -> &Resolver {
        &self.resolver
    }

    /// Replaces the resolver.
    pub fn set_resolver(&mut self, resolver: Resolver) {
        self.resolver = resolver.only_public(self.options.public_only);
    }

    /// Returns the first targets of the crawl.
    pub fn roots(&self, frontier: &mut Frontier) -> Vec<Target> {
        self.found(frontier.roots())
    }

    /// Returns what `fetched` means: a page with links, a redirect, or a failure. If that panics, only this page fails.
    ///
    /// The call is costly for a large page, so hold no lock meanwhile.
    pub fn outcome(&self, target: &Target, fetched: Result<Response, FetchError>) -> Outcome {
        let (tries, elapsed) = match &fetched {
            Ok(response) => (response.tries, response.elapsed),
            Err(error) => (error.tries, error.elapsed),
        };
        let read = || match fetched {
            Ok(response) => self.read(target, response),
            Err(error) => self.failed(target, error),
        };
        // After a panic, nothing that the closure has touched is used again.
        let outcome = match catch_unwind(AssertUnwindSafe(read)) {
            Ok(outcome) => outcome,
            Err(panic) => self.after_panic(target, tries, elapsed, &*panic),
        };
        self.ended(outcome)
    }

    /// Returns the outcome of a fetch that panicked with `payload`. Its tries and its time are lost.
    pub fn panicked(&self, target: &Target, payload: &(dyn Any + Send)) -> Outcome {
        self.ended(self.after_panic(target, 1, Duration::ZERO, payload))
    }

    /// Settles the outcome of `target` in the frontier, and returns the new targets that it leads to.
    ///
    /// After an interrupt it settles nothing, because the interrupt may be why the fetch ended.
    pub fn settle(&self, frontier: &mut Frontier, target: Target, outcome: Outcome) -> Vec<Target> {
        if self.interrupt.is_triggered() {
            return Vec::new();
        }
        self.found(frontier.settle(target, outcome))
    }

    /// Reads a response; without its body after an interrupt: what is not settled need not be read.
    fn read(&self, target: &Target, mut response: Response) -> Outcome {
        if self.interrupt.is_triggered() {
            response.body.clear();
        }
        let mut outcome = Outcome::of(target, Ok(&response), &self.scope);
        self.door.read(target, Some(&response), &mut outcome);
        outcome
    }

    fn failed(&self, target: &Target, error: FetchError) -> Outcome {
        let mut outcome = Outcome::of(target, Err(error), &self.scope);
        self.door.read(target, None, &mut outcome);
        outcome
    }

    fn after_panic(&self, target: &Target, tries: u32, time: Duration, panic: &(dyn Any + Send)) -> Outcome {
        let cause = Cause::Panic(panic_message(panic).into());
        self.failed(target, FetchError::new(&target.url, Phase::Decoding, tries, time, cause))
    }

    /// Tells that a fetch has ended in this outcome.
    fn ended(&self, outcome: Outcome) -> Outcome {
        let record = &outcome.record;
        self.door.fetch_ended(record);
        trace::note(|| {
            let status = || record.status.unwrap_or_default().to_string();
            let outcome = record.failure().unwrap_or_else(status);
            Event::Done { target: record.url.to_string(), outcome }
        });
        outcome
    }

    fn found(&self, targets: Vec<Target>) -> Vec<Target> {
        targets.iter().for_each(|target| trace::note(|| Event::Put { target: target.url.to_string() }));
        self.door.found(targets.len());
        targets
    }
}

/// A crawl that is ready to begin: what its fetches share, and the frontier from which it begins.
#[derive(Debug)]
pub struct Job {
    /// What its fetches share.
    pub services: Services,
    /// Has the roots as first targets; if an earlier run is continued, what that one has left open.
    pub frontier: Frontier,
}

impl From<Services> for Job {
    /// Makes a crawl that begins at the roots.
    fn from(services: Services) -> Job {
        Job { frontier: Frontier::behind(&services.door, &services.options), services }
    }
}

impl From<Options> for Job {
    /// Makes a crawl that begins at the roots, with the services of [`Services::new`]: nothing stands around it.
    fn from(options: Options) -> Job {
        Services::new(options).into()
    }
}
