//! [`Target`]: what the frontier hands out.

use std::sync::Arc;

use url::Url;

/// What is to be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where it is.
    pub url: Arc<Url>,
    /// The robots.txt that it is fetched for, and not as a page: itself or where it was redirected.
    pub rules_of: Option<Arc<Url>>,
}

impl Target {
    /// A page.
    pub fn page(url: Arc<Url>) -> Target {
        Target { url, rules_of: None }
    }
}
