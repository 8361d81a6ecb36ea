//! Stage 2: callbacks. Nobody waits: what is to happen next is registered with the selector, and
//! the stack is gone.
//!
//! Read [`reactor`] first, the loop that calls back; then [`fetch`](mod@fetch), which is cut into
//! a callback for each thing that it must wait for; then [`crawl`](mod@crawl).

#![warn(clippy::unwrap_used)]

pub mod crawl;
pub mod fetch;
pub mod reactor;
pub mod remote;
mod source;
mod state;

use common::Strategy;

pub use crawl::crawl;

/// The ways to crawl, for the command line and the race.
pub const STRATEGIES: &[Strategy] =
    &[Strategy::new("callbacks", "a selector, and a callback for each thing to wait for", crawl)];
