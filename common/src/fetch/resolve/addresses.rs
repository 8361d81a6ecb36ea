//! [`Addresses`]: the addresses of a host, and the order in which a fetch tries them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The addresses of a host. The one that answered last is preferred.
#[derive(Debug)]
pub struct Addresses {
    list: Vec<SocketAddr>,
    preferred: AtomicUsize,
}

impl Addresses {
    pub(super) fn new(list: Vec<SocketAddr>) -> Addresses {
        Addresses { list, preferred: AtomicUsize::new(0) }
    }

    /// Returns every address once. The preferred address comes first.
    pub fn all(self: Arc<Self>) -> Untried {
        let next = self.preferred.load(Ordering::Relaxed);
        Untried { left: self.list.len(), next, addresses: self }
    }
}

/// The iterator of [`Addresses::all`].
#[derive(Clone, Debug)]
pub struct Untried {
    addresses: Arc<Addresses>,
    next: usize,
    /// How many addresses are left.
    pub(crate) left: usize,
}

impl Untried {
    /// Returns what the next try begins with: every address once more, and the one that was returned last comes last.
    ///
    /// Otherwise an address that accepts connections and never answers would use up the time of every try.
    pub fn for_next_try(self) -> Untried {
        Untried { left: self.addresses.list.len(), ..self }
    }

    /// Makes the address that it returned last in this try the preferred one.
    pub(crate) fn prefer_last(&self) {
        let addresses = &self.addresses;
        if self.left < addresses.list.len() {
            addresses.preferred.store((self.next - 1) % addresses.list.len(), Ordering::Relaxed);
        }
    }
}

impl Iterator for Untried {
    type Item = SocketAddr;

    fn next(&mut self) -> Option<SocketAddr> {
        self.left = self.left.checked_sub(1)?;
        let list = &self.addresses.list;
        let address = list[self.next % list.len()];
        self.next += 1;
        Some(address)
    }
}
