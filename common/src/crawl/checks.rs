//! [`Checks`]: what a crawl checks beyond the pages that it reads.

use url::Url;

use crate::crawl::options::Options;

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

/// Returns whether the crawl checks `url`, which is out of its scope.
pub(crate) fn is_checked(options: &Options, url: &Url) -> bool {
    options.checks.external
        && options.can_fetch(url)
        && !options.exclude.iter().any(|regex| regex.is_match(url.as_str()))
}
