//! Stage 3: futures by hand. What waits is a future: a state machine that says "not yet", and has
//! left a waker with whoever will know when.
//!
//! Read [`fetch`](mod@fetch) first: stage 1's steps, each of them a state. Then who polls it:
//! [`task`], [`executor`] and [`wake`]. Then who wakes it: [`reactor`], with the leaf futures of
//! [`connect`], [`stream`] and [`timer`] on top. Then [`queue`] and [`crawl`](mod@crawl).

#![warn(clippy::unwrap_used)]

pub mod connect;
pub mod crawl;
pub mod executor;
pub mod fetch;
pub mod queue;
pub mod reactor;
pub mod resolve;
pub mod source;
pub mod stream;
pub mod task;
pub mod timer;
pub mod wake;

/// What threads share. A test has these files compiled with other types, to try all schedules.
mod sync {
    pub(crate) use std::sync::Mutex;
    pub(crate) use std::sync::atomic::AtomicBool;
}

use common::Strategy;

pub use crawl::crawl;

/// The ways to crawl, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[Strategy::new("futures", "futures written by hand, in tasks", crawl)];
