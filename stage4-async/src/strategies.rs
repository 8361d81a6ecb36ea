//! The ways to fetch: the one that all stages share, on connections that are used again, and with TLS over these.

use common::Strategy;

use crate::crawl::crawl;

pub mod cache;
#[cfg(feature = "https")]
pub mod https;
mod idle;
pub mod keep_alive;
pub mod session;
pub mod stream;

/// The strategies of this stage, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[
    Strategy::new("async", "async functions, a connection for each page", crawl),
    Strategy::new("keep-alive", "the same, with reused connections", keep_alive::crawl),
    #[cfg(feature = "https")]
    Strategy::new("https", "reused connections, and TLS for https URLs", https::crawl).with_https(),
];
