//! [`Job`]: a crawl that is ready to begin.

use crate::crawl::frontier::Frontier;
use crate::crawl::options::Options;
use crate::crawl::services::Services;

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
