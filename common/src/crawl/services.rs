//! [`Services`]: what the fetches of a running crawl share. [`Job`]: these, and where the crawl begins.

use crate::crawl::frontier::Frontier;
use crate::crawl::interrupt::Interrupt;
use crate::crawl::options::Options;
use crate::crawl::progress::Progress;
use crate::crawl::scope::Scope;
use crate::extra::archive::Archive;
use crate::extra::resume::store::Store;
use crate::fetch::pace::Pacer;
use crate::fetch::resolve::Resolver;

/// What the fetches of a running crawl share, made from the options. Its clones share all but the options.
///
/// What a stage calls on it is in `bookkeeping.rs`: [`roots`](Services::roots), [`outcome`](Services::outcome) and
/// [`settle`](Services::settle).
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
    /// Keeps the `delay`, and the pauses that servers ask for.
    pub pacer: Pacer,
    /// Ends the crawl early; the report then counts what is unfinished.
    pub interrupt: Interrupt,
    /// Observes the crawl.
    pub progress: Progress,
    /// Keeps the pages themselves, for `--warc`.
    pub archive: Option<Archive>,
    /// Keeps what is done, for `--resume`.
    pub store: Option<Store>,
    resolver: Resolver,
}

impl From<Options> for Services {
    /// Makes the same as [`Services::new`].
    fn from(options: Options) -> Services {
        Services::new(options)
    }
}

impl Services {
    /// Makes the services of a crawl with these options: no observer, archive or store, and a blocking resolver.
    pub fn new(options: Options) -> Services {
        let (scope, resolver) = (Scope::new(&options), Resolver::default().only_public(options.public_only));
        let (pacer, interrupt, progress) = Default::default();
        Services { options, scope, pacer, interrupt, progress, archive: None, store: None, resolver }
    }

    /// Returns what finds the addresses of hosts: public ones only, if the options say so.
    pub fn resolver(&self) -> &Resolver {
        &self.resolver
    }

    /// Replaces the resolver, for example by one of `program::resolver`, which blocks no thread of the crawl.
    pub fn set_resolver(&mut self, resolver: Resolver) {
        self.resolver = resolver.only_public(self.options.public_only);
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
        Job { frontier: Frontier::new(&services.options), services }
    }
}

impl From<Options> for Job {
    /// Makes a crawl that begins at the roots, with the services of [`Services::new`].
    fn from(options: Options) -> Job {
        Services::new(options).into()
    }
}
