//! [`Answer`]: what a resolver owes for a lookup.

use std::io;
use std::net::SocketAddr;

use url::Url;

use super::{Lookup, Resolver};

/// The answer of a lookup, which is given once. If it is dropped before, the lookup fails: otherwise, the fetches that
/// wait for it would wait forever.
#[derive(Debug)]
pub struct Answer {
    resolver: Resolver,
    url: Url,
    public: bool,
    /// `None` once it is answered.
    lookup: Option<Lookup>,
}

impl Answer {
    pub(super) fn new(resolver: &Resolver, url: &Url, public: bool, lookup: &Lookup) -> Answer {
        Answer { resolver: resolver.clone(), url: url.clone(), public, lookup: Some(lookup.clone()) }
    }

    /// Gives the addresses of the host, or the error. No address is an error, too.
    pub fn give(mut self, found: io::Result<Vec<SocketAddr>>) {
        self.settle(found);
    }

    fn settle(&mut self, found: io::Result<Vec<SocketAddr>>) {
        if let Some(lookup) = self.lookup.take() {
            self.resolver.answer(&self.url, self.public, &lookup, found);
        }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.settle(Err(io::Error::other("the resolver gave no answer")));
    }
}
