//! [`Versions`]: which servers do not understand HTTP/1.0.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use url::Url;

use crate::fetch::resolve::origin;
use crate::lock::lock;

/// The servers that refuse HTTP/1.0: scheme, host and port. Its clones share them.
#[derive(Clone, Debug, Default)]
pub struct Versions(Arc<Mutex<HashSet<String>>>);

impl Versions {
    /// Returns the minor version to ask the URL's server in: 0 until the server has refused it, then 1.
    pub fn minor(&self, url: &Url) -> u8 {
        u8::from(lock(&self.0).contains(origin(url)))
    }

    /// Notes that the URL's server refuses HTTP/1.0.
    pub fn refuses(&self, url: &Url) {
        lock(&self.0).insert(origin(url).to_owned());
    }
}
