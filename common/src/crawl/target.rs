//! [`Target`]: what the frontier hands out.

use std::sync::Arc;

use url::Url;

/// A URL to fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The URL.
    pub url: Arc<Url>,
    /// What it is fetched for.
    pub kind: Kind,
}

/// What a URL is fetched for.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        Target { url, kind: Kind::Page }
    }

    /// Makes the target of a URL out of scope.
    pub fn external(url: Arc<Url>) -> Target {
        Target { url, kind: Kind::External }
    }
}
