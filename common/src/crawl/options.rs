//! [`Options`]: what to crawl and how hard.

use std::time::Duration;

use regex_lite::Regex;
use url::Url;

use crate::crawl::target::can_fetch;

/// The most fetches that a crawl may have in flight.
///
/// In stage 1, each of them has a thread, and Linux lets a process map the stacks of about 16,000 threads.
pub const MAX_TASKS: usize = 10_000;

/// What to crawl and how hard. [`Options::new`] has the defaults of the command line.
///
/// ```
/// # use common::Options;
/// let root = url::Url::parse("http://site.example/")?;
/// let options = Options { max_pages: Some(100), ..Options::new([root]) };
/// assert_eq!(options.max_tasks, 10, "the default");
/// # Ok::<(), url::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The URLs at which the crawl starts. Their hosts and ports are its scope.
    pub roots: Vec<Url>,
    /// Whether https URLs are fetched, too. The crawl must be able to do so.
    pub https: bool,
    /// Certificates in PEM that are trusted beside those of the system.
    pub ca: Vec<u8>,
    /// Whether all hosts of a root's registrable domain are in scope.
    pub lenient: bool,
    /// URLs that match one of these are out of scope, unless they are roots.
    pub exclude: Vec<Regex>,
    /// Whether the crawl connects to public addresses only.
    pub public_only: bool,
    /// The most URLs to fetch, in the order in which they are found. Redirects count, and so do
    /// URLs that a robots.txt forbids or that are only checked.
    ///
    /// How many URLs are fetched does not depend on the order in which fetches end. Which ones are
    /// fetched does, unless `max_tasks` is 1.
    pub max_pages: Option<usize>,
    /// The most redirects to follow from one link.
    pub max_redirects: u16,
    /// The most tries for one URL, the first one included.
    pub max_tries: u32,
    /// The longest pause that a server may ask for (429, or 503 with a `Retry-After`). It is then asked again, as long as a
    /// try is left. The answer that asks for a longer one is the result.
    pub max_wait: Duration,
    /// The time limit of one try, from the name to the last byte.
    pub timeout: Duration,
    /// Whether each origin's robots.txt is fetched first, and obeyed (RFC 9309).
    pub obey_robots: bool,
    /// The least time between the starts of two requests to one host, tries included. A robots.txt
    /// that is obeyed can ask for more. A fetch that waits for its turn counts towards `max_tasks`.
    pub delay: Duration,
    /// The most fetches in flight at once; see [`tasks`](Options::tasks).
    pub max_tasks: usize,
    /// The largest body of a page that is accepted, in bytes.
    pub max_body: usize,
    /// What is checked beyond the pages that are read.
    pub checks: Checks,
}

impl Options {
    /// Returns the options of a crawl that starts at `roots`, with default limits.
    pub fn new(roots: impl IntoIterator<Item = Url>) -> Options {
        Options {
            roots: roots.into_iter().collect(),
            https: false,
            ca: Vec::new(),
            lenient: false,
            exclude: Vec::new(),
            public_only: false,
            max_pages: None,
            max_redirects: 10,
            max_tries: 4,
            max_wait: Duration::from_secs(60),
            timeout: Duration::from_secs(30),
            obey_robots: false,
            delay: Duration::ZERO,
            max_tasks: 10,
            max_body: 10 << 20,
            checks: Checks::default(),
        }
    }

    /// Returns whether the crawl can fetch URLs of this scheme.
    pub fn can_fetch(&self, url: &Url) -> bool {
        can_fetch(url, self.https)
    }

    /// Returns why no URL of this scheme can be fetched.
    pub fn unsupported(&self, url: &Url) -> String {
        let supported = if self.https { "`http` and `https`" } else { "`http`" };
        format!("`{}` is not supported, only {supported}", url.scheme())
    }

    /// Returns how many fetches may be in flight: `max_tasks`, but at least 1, and at most [`MAX_TASKS`].
    pub fn tasks(&self) -> usize {
        self.max_tasks.clamp(1, MAX_TASKS)
    }
}

/// What a crawl checks beyond the pages that it reads. The default is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Whether the report names the pages that link to each failure, and not only the first one.
    pub backlinks: bool,
    /// Whether links and redirects out of scope are fetched, too: once each, for their status alone. A robots.txt does
    /// not apply to them, because they are not crawled.
    pub external: bool,
    /// Whether the fragments of links must have targets.
    pub fragments: bool,
}
