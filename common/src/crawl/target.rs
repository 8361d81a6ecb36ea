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
}

/// What a URL is fetched for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// For its links, and for the report.
    Page,
    /// For something that stands [around](crate::around) the crawl, which knows what this text means.
    Other(Arc<str>),
}

impl Target {
    /// Makes the target of a page.
    pub fn page(url: Arc<Url>) -> Target {
        Target { url, kind: Kind::Page }
    }

    /// Makes the target of something that stands around the crawl.
    pub fn other(url: Arc<Url>, what: &str) -> Target {
        Target { url, kind: Kind::Other(what.into()) }
    }
}

/// Returns whether a crawl fetches URLs of this scheme, with `https` or without.
pub fn can_fetch(url: &Url, https: bool) -> bool {
    url.scheme() == "http" || https && url.scheme() == "https"
}
