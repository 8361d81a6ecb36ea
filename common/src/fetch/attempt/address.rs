//! The address that a try connects to, and how long that may take.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Attempt;
use crate::fetch::error::FetchError;
use crate::fetch::resolve::{Addresses, Lookup};
use crate::fetch::time::after;

/// How long an address may take to accept while the host has others: the upper bound of RFC 8305, section 8.
const MAX_PART: Duration = Duration::from_secs(2);

impl Attempt {
    /// Starts a lookup of the host's addresses, or joins one that is in flight.
    pub fn lookup(&self) -> Lookup {
        self.services.resolver().lookup(self.url())
    }

    /// Returns the address to connect to, given the answer of the lookup.
    ///
    /// The address that answered last comes first. If it refuses, [`again`](Attempt::again) moves on to the next.
    ///
    /// # Errors
    /// If the lookup failed, or another request to the host began too short a time ago. The try then
    /// [starts](Attempt::starts_at) again at a later turn.
    pub fn address(&self, found: io::Result<Arc<Addresses>>) -> Result<SocketAddr, FetchError> {
        let addresses = found.map_err(|error| self.io_error(error))?;
        self.take_turn()?;
        let mut current = self.current.borrow_mut();
        let untried = current.untried.get_or_insert_with(|| addresses.in_turn());
        Ok(untried.next().expect("a lookup finds at least one address, and `again` checks that one is left"))
    }

    /// Returns the time by which the address must have accepted the connection.
    ///
    /// That is this try's deadline. While the host has other addresses, it is sooner: an address that drops all
    /// packets must not use up their time.
    pub fn connect_deadline(&self) -> Instant {
        let others = self.others_left();
        if others == 0 {
            return self.deadline();
        }
        let now = Instant::now();
        let share =
            self.deadline().saturating_duration_since(now) / u32::try_from(1 + others).unwrap_or(u32::MAX);
        after(now, MAX_PART.min(share))
    }

    /// Returns how many addresses of the host this try has not used yet.
    pub(super) fn others_left(&self) -> usize {
        self.current.borrow().untried.as_ref().map_or(0, |untried| untried.left)
    }
}
