//! [`Resolver`]: finds the addresses of each host once, on helper threads.

mod addresses;
mod helpers;

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::mem;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Instant;

use url::{Host, Position, Url};

use crate::fetch::public::{NotPublic, only_public};

pub use addresses::{Addresses, InTurn};
use helpers::Helpers;

type Find = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;
type Wake = Box<dyn FnOnce() + Send>;

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
        Resolver::new(|host, port| Ok((host, port).to_socket_addrs()?.collect()))
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

    /// Starts a lookup that finds [public](crate::fetch::public) addresses only, and fails with [`NotPublic`]
    /// if there is none.
    ///
    /// A fetch connects to these very addresses. Otherwise a second lookup could return private ones.
    pub fn lookup_public(&self, url: &Url) -> Lookup {
        self.find(url, true)
    }

    fn find(&self, url: &Url, public: bool) -> Lookup {
        let mut lookups = lock(&self.lookups);
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
            lock(&self.lookups).of(public).remove(origin(url));
        }
        lookup.answer_with(found);
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
        let Lookups { any, public } = &*lock(&self.lookups);
        f.debug_struct("Resolver").field("hosts", &(any.len() + public.len())).finish()
    }
}

/// A lookup, which may still be in flight. Its clones share the answer.
#[derive(Clone, Default)]
pub struct Lookup(Arc<Mutex<State>>);

enum State {
    Asking(Vec<Wake>),
    Found(Arc<Addresses>),
    Failed(io::Error),
}

impl Default for State {
    fn default() -> State {
        State::Asking(Vec::new())
    }
}

impl Lookup {
    /// Returns the answer if it is there. If not, calls `wake` on another thread when it is.
    ///
    /// # Errors
    /// If the lookup failed.
    pub fn answer(&self, wake: impl FnOnce() + Send + 'static) -> Option<io::Result<Arc<Addresses>>> {
        match &mut *lock(&self.0) {
            State::Asking(wakes) => {
                wakes.push(Box::new(wake));
                None
            }
            State::Found(addresses) => Some(Ok(Arc::clone(addresses))),
            State::Failed(error) => Some(Err(copy(error))),
        }
    }

    /// Blocks this thread until the answer is there.
    ///
    /// # Errors
    /// If the lookup failed, or the deadline passes first (of kind `TimedOut`).
    pub fn wait(&self, deadline: Instant) -> io::Result<Arc<Addresses>> {
        let (sender, answered) = mpsc::channel();
        loop {
            let sender = sender.clone();
            if let Some(answer) = self.answer(move || sender.send(()).unwrap_or_default()) {
                return answer;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            answered.recv_timeout(left).map_err(|_| io::ErrorKind::TimedOut)?;
        }
    }

    fn answer_with(&self, found: io::Result<Vec<SocketAddr>>) {
        let answer = match found {
            Ok(list) => State::Found(Arc::new(Addresses::new(list))),
            Err(error) => State::Failed(error),
        };
        let before = mem::replace(&mut *lock(&self.0), answer);
        // The lock is released: a callback may ask for the answer at once.
        if let State::Asking(wakes) = before {
            wakes.into_iter().for_each(|wake| wake());
        }
    }
}

/// Returns the addresses to connect to, or an error if there are none.
fn admitted(list: Vec<SocketAddr>, public: bool) -> io::Result<Vec<SocketAddr>> {
    if list.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "it has no address"));
    }
    if public { only_public(list) } else { Ok(list) }
}

/// Copies an error for each waiter, with its number: the number shows whether descriptors are short.
fn copy(error: &io::Error) -> io::Error {
    match (error.raw_os_error(), NotPublic::of(error)) {
        (Some(code), _) => io::Error::from_raw_os_error(code),
        (None, Some(not_public)) => io::Error::other(not_public),
        (None, None) => io::Error::new(error.kind(), error.to_string()),
    }
}

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lookup")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
