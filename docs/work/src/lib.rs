//! The crawl as one writes it at work: on tokio, with many threads, and on many machines.
//!
//! In reading order:
//!
//! 1. `src/fetch.rs`: stage 4's text; what changes is `Send` (`src/stream.rs`: a connection, or TLS over it)
//! 2. `src/crawl.rs`: workers around bounded channels, and one task that owns the frontier
//! 3. `src/pages.rs`: what computes, on threads of its own
//! 4. `src/drain.rs`: graceful shutdown
//! 5. `src/watch.rs`: what a crawl that runs says of itself
//! 6. `src/shared.rs`: the same crawl on many machines, around a queue in Redis
//!
//! `src/hosts.rs` waits for hosts that fail, and `src/args.rs` has the options. In the book, these are the chapters *At work*.
//! `cargo workshop book` builds it.

#![warn(clippy::unwrap_used)]

use common::Strategy;

pub mod args;
pub mod crawl;
pub mod drain;
pub mod fetch;
pub mod hosts;
pub mod pages;
pub mod shared;
pub mod stream;
pub mod watch;

pub use crawl::crawl;

/// The one strategy, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[Strategy { https: cfg!(feature = "https"), ..TOKIO }];

const TOKIO: Strategy = Strategy::new("tokio", "tokio's tasks, on a thread for each core", crawl);
