//! [`Site`]: the running site, and what it has seen.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use url::Url;

use crate::ledger::Visit;
use crate::observe::Observer;

/// A running practice site. Dropping it closes every socket and ends its thread.
///
/// A *connection* is open from the moment it is accepted until its socket is closed. It stays open after an answer if
/// the request asks for that and the answer states its length. A *request* is open from the moment its last byte was
/// read until the last byte of its answer was handed to the kernel, or the client went away.
///
/// While an answer is held or delayed, a client that closes, or only shuts down its sending side, is gone at once.
///
/// Every number is exact: sending the last byte and counting the answer happen under one lock, and so do
/// closing a socket and counting it as closed. A client that has read its answer finds it counted.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    observer: Arc<Observer>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    pub(crate) fn new(address: SocketAddr, observer: Arc<Observer>, thread: JoinHandle<()>) -> Site {
        Site { address, observer, thread: Some(thread) }
    }

    /// Returns the address that the site listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL of `path`, which begins with a slash.
    pub fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).expect("an address and a path are a URL")
    }

    /// Returns how often `path` was requested: path and query, exactly as in the request line.
    pub fn hits(&self, path: &str) -> usize {
        self.observer.see(|ledger| ledger.hits.get(path).copied().unwrap_or(0))
    }

    /// Returns the distinct paths that were requested, sorted.
    pub fn paths(&self) -> Vec<String> {
        let mut paths =
            self.observer.see(|ledger| ledger.hits.keys().map(ToString::to_string).collect::<Vec<_>>());
        paths.sort_unstable();
        paths
    }

    /// Returns how many connections have been accepted so far.
    pub fn connections(&self) -> u64 {
        self.observer.see(|ledger| ledger.connections)
    }

    /// Returns how many requests have been read so far.
    pub fn requests(&self) -> u64 {
        self.count(|visit| visit.requested.is_some())
    }

    /// Returns how many answers have been sent to their last byte so far.
    pub fn answers(&self) -> u64 {
        self.count(|visit| visit.answered.is_some())
    }

    fn count(&self, is_counted: impl Fn(&Visit) -> bool) -> u64 {
        self.observer.see(|ledger| ledger.visits.iter().filter(|visit| is_counted(visit)).count() as u64)
    }

    /// Returns how many connections are open now.
    pub fn open(&self) -> usize {
        self.observer.see(|ledger| ledger.connections_open)
    }

    /// Returns how many requests are open now: read, and not yet answered to the end.
    pub fn requests_open(&self) -> usize {
        self.observer.see(|ledger| ledger.requests_open)
    }

    /// Returns the most requests that were ever open at once.
    pub fn most_open(&self) -> usize {
        self.observer.see(|ledger| ledger.most_open)
    }

    /// Returns the paths of the requests that are open now, oldest first.
    pub fn unanswered(&self) -> Vec<String> {
        let open = |visit: &&Visit| visit.request_is_open();
        let path = |visit: &Visit| visit.path.as_deref().map(str::to_owned);
        self.observer.see(|ledger| ledger.visits.iter().filter(open).filter_map(path).collect())
    }

    /// Returns all visits, in the order in which they began.
    pub fn log(&self) -> Vec<Visit> {
        self.observer.see(|ledger| ledger.visits.clone())
    }

    /// Returns how long the site has been running: the clock of [`log`](Site::log).
    pub fn clock(&self) -> Duration {
        self.observer.clock()
    }

    /// Releases the answers to `path`, which [`Builder::hold`](crate::Builder::hold) holds back.
    pub fn release(&self, path: &str) {
        self.observer.tell(|ledger| ledger.held.remove(path));
    }

    /// Waits until `condition` holds, and returns whether it did within `limit`. Checks it each millisecond.
    pub fn wait_until(&self, mut condition: impl FnMut(&Site) -> bool, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        while !condition(self) {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.observer.tell(|ledger| ledger.is_stopped = true);
        if let Some(thread) = self.thread.take() {
            // An error is a panic in the content, which has been printed.
            let _ = thread.join();
        }
    }
}
