//! Stage 1: blocking sockets. What waits is a thread, inside the kernel.
//!
//! Read [`fetch`](mod@fetch) first, which is a plain sequence of calls; then [`queue`], which
//! knows when all work is done; then [`crawl`](mod@crawl), the pool of threads around it.

#![warn(clippy::unwrap_used)]

pub mod crawl;
pub mod fetch;
pub mod queue;

pub use crawl::crawl;
