//! The two calls of an [`Attempt`] that block the thread, for stage 1.

use std::net::SocketAddr;

use super::Attempt;
use crate::fetch::error::FetchError;

impl Attempt {
    /// Blocks this thread until this try may begin.
    ///
    /// # Errors
    /// If the crawl is interrupted first.
    pub fn pause(&self) -> Result<(), FetchError> {
        let paused = self.services.interrupt.sleep_until(self.starts_at());
        paused.map_err(|error| self.io_error(error))
    }

    /// Blocks this thread until the host's addresses are known. Returns the address to connect to.
    ///
    /// # Errors
    /// If the lookup failed or the try's deadline has passed.
    pub fn resolve(&self) -> Result<SocketAddr, FetchError> {
        self.address(self.lookup().wait(self.deadline()))
    }
}
