//! [`Store`]: where a crawl keeps what is done.

use std::sync::Arc;

/// Appends the lines of settled outcomes to a store. Its clones have the same store.
#[derive(Clone)]
pub struct Store(Arc<dyn Fn(&str) -> bool + Send + Sync>);

impl Store {
    /// Makes a store from a function that appends a line, which ends in a line break, and returns whether that worked.
    ///
    /// The line must reach the operating system before that. If it fails, `append` triggers the crawl's interrupt, because
    /// what is not stored must not be settled. The call comes from a thread of the crawl, which may hold the lock of the
    /// frontier.
    pub fn new(append: impl Fn(&str) -> bool + Send + Sync + 'static) -> Store {
        Store(Arc::new(append))
    }

    /// Appends a line. Returns whether its outcome may be settled.
    pub(crate) fn append(&self, line: &str) -> bool {
        (self.0)(line)
    }
}
