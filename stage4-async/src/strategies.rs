//! Another way to fetch, beside the one that all stages share: on connections that are used again.

use common::Strategy;

use crate::crawl::crawl;

pub mod keep_alive;
pub mod session;

/// The strategies of this stage, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[
    Strategy::new("async", "async functions, a connection for each page", crawl),
    Strategy::new("keep-alive", "the same, on connections that are used again", keep_alive::crawl),
];
