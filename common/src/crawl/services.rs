//! [`Services`]: what the fetches of a crawl share while it runs.

use crate::crawl::interrupt::Interrupt;
use crate::crawl::journal::Journal;
use crate::crawl::progress::Progress;
use crate::crawl::scope::Scope;
use crate::fetch::descriptors::Descriptors;
use crate::fetch::pace::Pacer;
use crate::fetch::resolve::Resolver;
use crate::fetch::versions::Versions;

/// What the fetches of a crawl share while it runs. Clones of a service are the same service.
#[derive(Clone, Debug, Default)]
pub struct Services {
    /// Finds the hosts' addresses. The default blocks the thread that starts a lookup; `program::resolver` has one that
    /// does not.
    pub resolver: Resolver,
    /// Keeps the `delay`.
    pub pacer: Pacer,
    /// Knows the servers that refuse HTTP/1.0.
    pub versions: Versions,
    /// Counts the fetches that hold a descriptor.
    pub descriptors: Descriptors,
    /// Ends the crawl early; the report then counts what is unfinished.
    pub interrupt: Interrupt,
    /// Observes the crawl.
    pub progress: Progress,
    /// Keeps what is done, so that another run can go on.
    pub journal: Journal,
    /// Knows the sites of the roots, once it has been asked.
    pub scope: Scope,
}
