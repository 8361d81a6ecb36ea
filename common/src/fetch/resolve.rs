//! [`Resolver`]: finds the addresses of each host once, on helper threads.

mod addresses;
mod helpers;
mod lookup;

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use url::{Host, Position, Url};

use crate::fetch::error::is_out_of_descriptors;
use crate::fetch::public::only_public;

pub use addresses::{Addresses, InTurn};
use helpers::Helpers;
pub use lookup::Lookup;

type Find = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;

/// Finds the addresses of hosts. Its clones share what they have found.
#[derive(Clone)]
pub struct Resolver {
    find: Arc<Find>,
    helpers: Helpers,
    lookups: Arc<Mutex<Lookups>>,
}

/// The lookups, by the origin as it stands in a URL: only a new one costs a copy.
#[derive(Default)]
struct Lookups {
    any: HashMap<String, Lookup>,
    /// The lookups of public addresses only.
    public: HashMap<String, Lookup>,
}

impl Lookups {
    fn of(&mut self, public: bool) -> &mut HashMap<String, Lookup> {
        if public { &mut self.public } else { &mut self.any }
    }
}

impl Default for Resolver {
    /// Makes a resolver that asks the operating system.
    fn default() -> Resolver {
        Resolver::new(|host, port| match (host, port).to_socket_addrs() {
            Ok(list) => Ok(list.collect()),
            // Without a descriptor, the system reports the host as unknown.
            Err(error) => Err(lack_of_descriptors().unwrap_or(error)),
        })
    }
}

impl Resolver {
    /// Makes a resolver that calls `find`, which may block, for the addresses of a host and port.
    pub fn new(find: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static) -> Resolver {
        Resolver { find: Arc::new(find), helpers: Helpers::default(), lookups: Arc::default() }
    }

    /// Starts a lookup of the addresses of a URL's host, or joins one that is in flight.
    ///
    /// Addresses are kept. After a failure, the next call starts a new lookup.
    pub fn lookup(&self, url: &Url) -> Lookup {
        self.find(url, false)
    }

    /// Starts a lookup that finds [public](crate::fetch::public) addresses only, and fails with
    /// [`NotPublic`](crate::fetch::public::NotPublic) if there is none.
    ///
    /// A fetch connects to these very addresses. Otherwise a second lookup could return private ones.
    pub fn lookup_public(&self, url: &Url) -> Lookup {
        self.find(url, true)
    }

    fn find(&self, url: &Url, public: bool) -> Lookup {
        let mut lookups = self.lock();
        if let Some(lookup) = lookups.of(public).get(origin(url)) {
            return lookup.clone();
        }
        let lookup = Lookup::default();
        lookups.of(public).insert(origin(url).to_owned(), lookup.clone());
        drop(lookups);
        let address = match url.host() {
            Some(Host::Ipv4(address)) => Ok(IpAddr::from(address)),
            Some(Host::Ipv6(address)) => Ok(IpAddr::from(address)),
            Some(Host::Domain(_)) => {
                self.ask(url, public, &lookup);
                return lookup;
            }
            None => Err(io::Error::other("the URL names no host")),
        };
        let found = address.and_then(|address| admitted(vec![(address, port(url)).into()], public));
        self.answer(url, public, &lookup, found);
        lookup
    }

    fn ask(&self, url: &Url, public: bool, lookup: &Lookup) {
        let (resolver, asked, answered) = (self.clone(), url.clone(), lookup.clone());
        let ask = move || {
            // A panic must be an answer, too. Without one, the fetches of this host would wait forever.
            let host = asked.host_str().unwrap_or_default();
            let found = catch_unwind(AssertUnwindSafe(|| (resolver.find)(host, port(&asked))));
            let found = found.unwrap_or_else(|_| Err(io::Error::other("the resolver panicked")));
            let found = found.and_then(|list| admitted(list, public));
            resolver.answer(&asked, public, &answered, found);
        };
        if let Err(error) = self.helpers.run(ask) {
            self.answer(url, public, lookup, Err(error));
        }
    }

    /// Answers the lookup. Forgets it first if it failed, so that the next fetch starts a new one.
    fn answer(&self, url: &Url, public: bool, lookup: &Lookup, found: io::Result<Vec<SocketAddr>>) {
        if found.is_err() {
            self.lock().of(public).remove(origin(url));
        }
        lookup.answer_with(found);
    }

    fn lock(&self) -> MutexGuard<'_, Lookups> {
        self.lookups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns scheme, host and port as they stand in the URL, where a default port is left out.
fn origin(url: &Url) -> &str {
    &url[..Position::AfterPort]
}

fn port(url: &Url) -> u16 {
    url.port_or_known_default().unwrap_or(80)
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lookups { any, public } = &*self.lock();
        f.debug_struct("Resolver").field("hosts", &(any.len() + public.len())).finish()
    }
}

/// Returns the addresses to connect to, or an error if there are none.
fn admitted(list: Vec<SocketAddr>, public: bool) -> io::Result<Vec<SocketAddr>> {
    if list.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "it has no address"));
    }
    if public { only_public(list) } else { Ok(list) }
}

/// Returns the error of a new socket if no descriptor is left for it.
fn lack_of_descriptors() -> Option<io::Error> {
    UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).err().filter(is_out_of_descriptors)
}
