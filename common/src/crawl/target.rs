//! [`Target`]: what the frontier hands out.

use std::sync::Arc;

use url::Url;

/// A URL to fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The URL.
    pub url: Arc<Url>,
    /// The robots.txt that is wanted, if this is one or the target of its redirect; `None` for a page.
    pub rules_of: Option<Arc<Url>>,
}

impl Target {
    /// Makes the target of a page.
    pub fn page(url: Arc<Url>) -> Target {
        Target { url, rules_of: None }
    }
}
