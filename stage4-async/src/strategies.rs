//! Other ways to fetch, beside the one that all stages share: on connections that are used again, and with TLS over them.

use common::Strategy;

use crate::crawl::crawl;

#[cfg(feature = "https")]
pub mod https;
pub mod keep_alive;
pub mod session;
pub mod stream;

/// The strategies of this stage, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[
    Strategy::new("async", "async functions, a connection for each page", crawl),
    Strategy::new("keep-alive", "the same, on connections that are used again", keep_alive::crawl),
    #[cfg(feature = "https")]
    Strategy::new("https", "the same, with TLS over them where the scheme is https", https::crawl)
        .with_https(),
];
