//! [`Site`]: the running site, and what it has seen.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use url::Url;

use crate::observe::Observer;
use crate::visit::Visit;

/// A running practice site; dropping it closes every socket and ends its thread.
///
/// A connection stays open behind an answer if the request asks for that and the answer tells its length.
///
/// Two words are used throughout. A *connection* is open from the moment it is accepted until its socket is closed. A
/// *request* is open from the moment its last byte was read until the last byte of its answer was handed to the kernel,
/// or the client went away. While an answer is held or delayed, a client that closes is noticed at once; so is one that
/// only shuts down its sending side, which the site takes for gone as well.
///
/// Every number is exact: sending the last byte and counting the answer happen under one lock, and so do closing a
/// socket and counting it closed. A client that has read its answer finds it counted.
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

    /// The address the site listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The URL of `path`, which begins with a slash.
    pub fn url(&self, path: &str) -> Url {
        let mut address = self.address;
        // Bound to every interface, the site is reached by way of loopback.
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        Url::parse(&format!("http://{address}{path}")).expect("an address and a path are a URL")
    }

    /// How often `path` was requested, path and query exactly as they were in the request line.
    pub fn hits(&self, path: &str) -> usize {
        self.observer.see(|ledger| ledger.hits(path))
    }

    /// The distinct paths that were requested, sorted.
    pub fn paths(&self) -> Vec<String> {
        self.observer.see(|ledger| ledger.paths())
    }

    /// How many connections have been accepted so far.
    pub fn connections(&self) -> u64 {
        self.observer.see(|ledger| ledger.connections())
    }

    /// How many requests have been read so far.
    pub fn requests(&self) -> u64 {
        self.observer.see(|ledger| ledger.requests())
    }

    /// How many answers have been sent to their last byte so far.
    pub fn answers(&self) -> u64 {
        self.observer.see(|ledger| ledger.answers())
    }

    /// How many connections are open now.
    pub fn open(&self) -> usize {
        self.observer.see(|ledger| ledger.connections_open())
    }

    /// How many requests are open now: read, and not yet answered to the end.
    pub fn requests_open(&self) -> usize {
        self.observer.see(|ledger| ledger.requests_open())
    }

    /// The most requests that were ever open at once.
    pub fn most_open(&self) -> usize {
        self.observer.see(|ledger| ledger.most_open())
    }

    /// The paths of the requests that are open now, in the order in which they came.
    pub fn unanswered(&self) -> Vec<String> {
        self.observer.see(|ledger| ledger.unanswered())
    }

    /// The visits, in the order in which they began: the last million of them.
    pub fn log(&self) -> Vec<Visit> {
        self.observer.see(|ledger| ledger.log())
    }

    /// How long the site has been running: the clock of [`log`](Site::log).
    pub fn clock(&self) -> Duration {
        self.observer.clock()
    }

    /// Lets the answers to `path` go, which [`Builder::hold`](crate::Builder::hold) holds back.
    pub fn release(&self, path: &str) {
        self.observer.release(path);
    }

    /// Opens the gate that [`Builder::gate`](crate::Builder::gate) closed, however many requests wait behind it.
    pub fn open_gate(&self) {
        self.observer.open_gate();
    }

    /// Waits until `condition` holds, and says whether it came to hold within `limit`.
    ///
    /// The condition is tried after each change, on the caller's thread.
    pub fn wait_until(&self, mut condition: impl FnMut(&Site) -> bool, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        loop {
            // The version is taken first: a change while the condition is tried makes it tried again.
            let version = self.observer.version();
            if condition(self) {
                return true;
            }
            if !self.observer.wait_for_change(version, deadline) {
                return false;
            }
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.observer.stop();
        if let Some(thread) = self.thread.take() {
            // An error is a panic in the content, and has been printed.
            let _ = thread.join();
        }
    }
}
