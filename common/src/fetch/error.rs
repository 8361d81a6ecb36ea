//! What can go wrong in a fetch: [`FetchError`] says where, [`Cause`] says why.

mod cause;

use std::backtrace::Backtrace;
use std::error::Error as _;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use url::Url;

use crate::text::printable;
pub use cause::{Cause, is_out_of_descriptors};

/// A fetch that failed: the cause, the URL, the phase and the try.
#[derive(Debug, Error)]
#[error("{}", self.message())]
pub struct FetchError {
    /// The URL that was fetched.
    pub url: Arc<Url>,
    /// The phase that the try had reached.
    pub phase: Phase,
    /// How many tries were made, the failed one included.
    pub tries: u32,
    /// The time since the first try began.
    pub elapsed: Duration,
    /// What went wrong.
    #[source]
    pub cause: Cause,
    /// Where the error was noticed. Captured only if backtraces are on (`RUST_BACKTRACE=1`).
    pub backtrace: Box<Backtrace>,
}

impl FetchError {
    /// Makes an error that is noticed here. Captures a backtrace if backtraces are on, and if the error may be reported.
    pub fn new(url: &Arc<Url>, phase: Phase, tries: u32, elapsed: Duration, cause: Cause) -> FetchError {
        let is_reported = !matches!(cause, Cause::Again(_) | Cause::TooEarly);
        let backtrace = if is_reported { Backtrace::capture() } else { Backtrace::disabled() };
        FetchError { url: Arc::clone(url), phase, tries, elapsed, cause, backtrace: Box::new(backtrace) }
    }

    /// Returns the cause, the phase, the try and the cause's own source, in one printable line.
    fn message(&self) -> String {
        let mut text = self.cause.to_string();
        if self.tries > 0 {
            text += &format!(" while {} (try {})", self.phase, self.tries);
        }
        if let Some(source) = self.cause.source() {
            text += &format!(": {source}");
        }
        printable(&text).into_owned()
    }
}

/// The phases of a try, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Looking up the host's addresses.
    Resolving,
    /// Waiting for a connection.
    Connecting,
    /// Waiting for the handshake of TLS.
    Securing,
    /// Writing the request.
    Sending,
    /// Waiting for bytes of the answer.
    Reading,
    /// Decoding the answer, or reading the page.
    Decoding,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_ascii_lowercase())
    }
}
