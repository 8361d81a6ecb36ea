//! [`Target`]: what the frontier hands out.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use url::Url;

/// A URL to fetch.
///
/// ```
/// use std::sync::Arc;
/// use common::{Target, crawl::target::Kind};
/// use url::Url;
///
/// let target = Target::page(Arc::new(Url::parse("http://site.example/strip/1")?));
/// assert_eq!(target.kind, Kind::Page);
/// # Ok::<(), url::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target {
    /// The URL.
    pub url: Arc<Url>,
    /// What it is fetched for.
    pub kind: Kind,
    /// The page or the redirect that led to it first; `None` for a root and for a robots.txt.
    ///
    /// An archive stores it beside the page. The report's `found_on` may be another page: the first one in the report's
    /// order, which is known only at the end of the crawl.
    #[serde(skip)]
    pub via: Option<Arc<Url>>,
}

/// What a URL is fetched for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// For the report.
    Page,
    /// For its status or error. It is out of scope.
    External,
    /// For its rules. The URL is that of a robots.txt, or the target of its redirect.
    RobotsTxt {
        /// The robots.txt that is wanted.
        of: Arc<Url>,
    },
}

impl Target {
    /// Makes the target of a page.
    pub fn page(url: Arc<Url>) -> Target {
        Target { url, kind: Kind::Page, via: None }
    }

    /// Makes the target of a robots.txt, or of its redirect.
    pub fn robots_txt(url: Arc<Url>, of: Arc<Url>) -> Target {
        Target { url, kind: Kind::RobotsTxt { of }, via: None }
    }

    /// Makes the target of a URL out of scope.
    pub fn external(url: Arc<Url>) -> Target {
        Target { url, kind: Kind::External, via: None }
    }
}

/// Returns whether a crawl fetches URLs of this scheme, with `https` or without.
pub(crate) fn can_fetch(url: &Url, https: bool) -> bool {
    url.scheme() == "http" || https && url.scheme() == "https"
}
