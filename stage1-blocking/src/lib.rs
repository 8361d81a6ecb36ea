//! Stage 1: blocking sockets. What waits is a thread, inside the kernel.
//!
//! Read [`fetch`](mod@fetch) first, which is a plain sequence of calls; then [`queue`], which
//! knows when all work is done; then [`crawl`](mod@crawl), the pool of threads around it.
//! [`strategies`] are more ways to wait, to compare that one with.

#![warn(clippy::unwrap_used)]

pub mod crawl;
pub mod fetch;
pub mod queue;
pub mod strategies;
pub mod stream;

pub use crawl::crawl;
pub use strategies::STRATEGIES;
