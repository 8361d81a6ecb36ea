//! Stage 2: callbacks. No call waits: a callback is registered for each event, and the stack is gone.
//!
//! In reading order:
//!
//! 1. `examples/one_page.rs`: an event loop, two callbacks, and a struct for what they need
//! 2. `src/reactor.rs`: the event loop
//! 3. `src/remote.rs`: how another thread makes the event loop call a callback
//! 4. `src/source.rs`: how a socket and its callback are registered
//! 5. `src/state.rs`: what a fetch saves by hand
//! 6. `src/connect.rs`: whether a connect has ended
//! 7. `src/fetch.rs`: the steps of stage 1, each cut off where it would wait
//! 8. `src/crawl.rs`: a fetch that has ended starts the next ones
//!
//! In the book, this stage begins with [One page that never waits](../book/stage2/one-page.html). `cargo workshop book` builds it.

#![warn(clippy::unwrap_used)]

mod connect;
pub mod crawl;
pub mod fetch;
pub mod reactor;
pub mod remote;
mod source;
mod state;

use common::Strategy;

pub use crawl::crawl;

/// The strategies of this stage, for the command line and the race.
pub const STRATEGIES: &[Strategy] =
    &[Strategy::new("callbacks", "a selector, and a callback for each event", crawl)];
