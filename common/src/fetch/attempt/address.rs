//! The address that a try connects to.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use super::Attempt;
use crate::crawl::options::Options;
use crate::fetch::error::{FetchError, Phase};
use crate::fetch::resolve::{Addresses, Lookup};

impl Attempt {
    /// Starts a lookup of the host's addresses, or joins one that is in flight.
    pub fn lookup(&self) -> Lookup {
        let Options { resolver, public_only, .. } = &*self.options;
        if *public_only { resolver.lookup_public(&self.url) } else { resolver.lookup(&self.url) }
    }

    /// Returns the address to connect to, given the answer of the lookup.
    ///
    /// The address that answered last comes first. If it refuses, [`again`](Attempt::again) moves on to the next.
    ///
    /// # Errors
    /// If the lookup failed.
    pub fn address(&self, found: io::Result<Arc<Addresses>>) -> Result<SocketAddr, FetchError> {
        let addresses = found.map_err(|error| self.io_error(error))?;
        let mut untried = self.untried.borrow_mut();
        let untried = untried.get_or_insert_with(|| addresses.in_turn(self.tries()));
        Ok(untried.next().expect("a lookup finds at least one address, and `again` checks that one is left"))
    }

    /// Returns whether this try may go on with the host's next address: the connect failed before the deadline.
    pub(super) fn has_another_address(&self, error: &FetchError) -> bool {
        let is_left = self.untried.borrow().as_ref().is_some_and(|untried| untried.len() > 0);
        error.phase == Phase::Connecting && is_left && Instant::now() < self.deadline()
    }
}
