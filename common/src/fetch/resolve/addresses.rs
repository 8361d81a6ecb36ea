//! [`Addresses`]: where a host may be reached, and in which order it is tried.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The addresses of a host, the one that works best first.
#[derive(Debug)]
pub struct Addresses {
    list: Vec<SocketAddr>,
    preferred: AtomicUsize,
}

impl Addresses {
    pub(super) fn new(list: Vec<SocketAddr>) -> Addresses {
        Addresses { list, preferred: AtomicUsize::new(0) }
    }

    /// Every address once, in the order in which the given try should take them.
    ///
    /// The address that connected last comes first. Each further try begins one later, so that
    /// one which swallows connections cannot use up every try's time.
    pub fn in_turn(self: Arc<Self>, tries: u32) -> InTurn {
        let next = self.preferred.load(Ordering::Relaxed) + tries.saturating_sub(1) as usize;
        InTurn { left: self.list.len(), next, addresses: self }
    }

    /// Notes that this address took a connection.
    pub fn prefer(&self, address: SocketAddr) {
        if let Some(index) = self.list.iter().position(|known| *known == address) {
            self.preferred.store(index, Ordering::Relaxed);
        }
    }
}

/// The iterator of [`Addresses::in_turn`].
#[derive(Debug)]
pub struct InTurn {
    addresses: Arc<Addresses>,
    next: usize,
    left: usize,
}

impl InTurn {
    /// Notes that the address it gave last has answered.
    pub(crate) fn prefer_last(&self) {
        self.addresses.preferred.store((self.next - 1) % self.addresses.list.len(), Ordering::Relaxed);
    }
}

impl Iterator for InTurn {
    type Item = SocketAddr;

    fn next(&mut self) -> Option<SocketAddr> {
        self.left = self.left.checked_sub(1)?;
        let list = &self.addresses.list;
        let address = list[self.next % list.len()];
        self.next += 1;
        Some(address)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for InTurn {}
