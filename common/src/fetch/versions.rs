//! [`Versions`]: which servers do not understand HTTP/1.0.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use url::{Position, Url};

/// The servers that refuse HTTP/1.0. Its clones share them.
#[derive(Clone, Debug, Default)]
pub struct Versions(Arc<Mutex<HashSet<String>>>);

impl Versions {
    /// Returns the minor version to ask the URL's server in: 0 until the server has refused it, then 1.
    pub fn minor(&self, url: &Url) -> u8 {
        u8::from(self.lock().contains(server(url)))
    }

    /// Notes that the URL's server refuses HTTP/1.0.
    pub fn refuses(&self, url: &Url) {
        self.lock().insert(server(url).to_owned());
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the URL's scheme, host and port.
fn server(url: &Url) -> &str {
    &url[..Position::AfterPort]
}
