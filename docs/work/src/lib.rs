//! The crawl as one writes it at work: on tokio, with many threads, and on many machines. Its README has the reading order, and
//! the book's chapters *At work* explain it: `cargo workshop book` builds them.

#![warn(clippy::unwrap_used)]

use common::Strategy;

pub mod args;
pub mod crawl;
pub mod drain;
pub mod fetch;
pub mod health;
pub mod hosts;
pub mod log;
pub mod pages;
pub mod shared;
pub mod stream;
pub mod watch;

pub use crawl::crawl;

/// The one strategy, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[Strategy { https: cfg!(feature = "https"), ..TOKIO }];

const TOKIO: Strategy = Strategy::new("tokio", "tokio's tasks, on a thread for each core", crawl);
