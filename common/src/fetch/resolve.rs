//! [`Resolver`]: finds the addresses of each host once. [`Answer`]: what it owes for a lookup.

mod lookup;

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use url::{Host, Position, Url};

use crate::fetch::public::only_public;
use crate::lock::lock;

pub use lookup::{Addresses, Lookup, Untried};

type Ask = dyn Fn(&str, u16, Answer) + Send + Sync;

/// How long addresses are kept: a crawl may outlive a move of its hosts by weeks.
const LIFETIME: Duration = Duration::from_secs(5 * 60);

/// Finds the addresses of hosts. Its clones share what they have found.
#[derive(Clone)]
pub struct Resolver {
    ask: Arc<Ask>,
    lookups: Arc<Mutex<Lookups>>,
    /// Whether it finds [public](crate::fetch::public) addresses only.
    only_public: bool,
    /// How long addresses are kept.
    pub time_to_live: Duration,
}

/// The lookups, by the origin as it stands in a URL: only a new one costs a copy. Each has the time of its start.
type Lookups = HashMap<String, (Instant, Lookup)>;

impl Default for Resolver {
    /// Makes a resolver that asks the operating system, and blocks the thread that starts a lookup.
    fn default() -> Resolver {
        Resolver::blocking(|host, port| Ok((host, port).to_socket_addrs()?.collect()))
    }
}

impl Resolver {
    /// Makes a resolver that calls `ask` for each host and port. `ask` gives its [`Answer`] now or later, on any thread.
    pub fn new(ask: impl Fn(&str, u16, Answer) + Send + Sync + 'static) -> Resolver {
        Resolver { ask: Arc::new(ask), lookups: Arc::default(), only_public: false, time_to_live: LIFETIME }
    }

    /// Makes a resolver that calls `find` for each host and port, on the thread that starts a lookup.
    pub fn blocking(
        find: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
    ) -> Resolver {
        Resolver::new(move |host, port, answer| answer.give(find(host, port)))
    }

    /// Makes it find [public](crate::fetch::public) addresses only, if `only_public`. A lookup that finds others fails with
    /// [`NotPublic`](crate::fetch::public::NotPublic).
    ///
    /// A fetch connects to these very addresses. Otherwise a second lookup could return private ones.
    pub fn only_public(self, only_public: bool) -> Resolver {
        // What was found for one crawl is not for the other.
        let lookups = if only_public == self.only_public { self.lookups } else { Arc::default() };
        Resolver { only_public, lookups, ..self }
    }

    /// Starts a lookup of the addresses of a URL's host, or joins one that is in flight.
    ///
    /// Addresses are kept for the [`time_to_live`](Resolver::time_to_live). After it, or a failure, a new lookup starts.
    pub fn lookup(&self, url: &Url) -> Lookup {
        let mut lookups = lock(&self.lookups);
        if let Some((start, lookup)) = lookups.get(origin(url))
            && start.elapsed() < self.time_to_live
        {
            return lookup.clone();
        }
        let lookup = Lookup::default();
        lookups.insert(origin(url).to_owned(), (Instant::now(), lookup.clone()));
        drop(lookups);
        let port = url.port_or_known_default().unwrap_or(80);
        let answer = Answer { resolver: self.clone(), url: url.clone(), lookup: Some(lookup.clone()) };
        match url.host() {
            Some(Host::Domain(name)) => (self.ask)(name, port, answer),
            Some(Host::Ipv4(address)) => answer.give(Ok(vec![(IpAddr::from(address), port).into()])),
            Some(Host::Ipv6(address)) => answer.give(Ok(vec![(IpAddr::from(address), port).into()])),
            None => answer.give(Err(io::Error::other("the URL names no host"))),
        }
        lookup
    }
}

/// The answer of a lookup, which is given once. If it is dropped before, the lookup fails, and nothing waits forever.
#[derive(Debug)]
pub struct Answer {
    resolver: Resolver,
    url: Url,
    /// `None` once it is answered.
    lookup: Option<Lookup>,
}

impl Answer {
    /// Gives the addresses of the host, or the error. No address is an error, too.
    pub fn give(mut self, found: io::Result<Vec<SocketAddr>>) {
        self.settle(found);
    }

    /// Answers the lookup. Forgets it first if it failed, so that the next fetch starts a new one.
    fn settle(&mut self, found: io::Result<Vec<SocketAddr>>) {
        let Some(lookup) = self.lookup.take() else { return };
        let found = found.and_then(|list| match list.is_empty() {
            true => Err(io::Error::new(io::ErrorKind::NotFound, "it has no address")),
            false if self.resolver.only_public => only_public(list),
            false => Ok(list),
        });
        if found.is_err() {
            lock(&self.resolver.lookups).remove(origin(&self.url));
        }
        lookup.answer_with(found);
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.settle(Err(io::Error::other("the resolver gave no answer")));
    }
}

/// Returns scheme, host and port as they stand in the URL, where a default port is left out.
pub fn origin(url: &Url) -> &str {
    &url[..Position::AfterPort]
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Resolver")
    }
}
