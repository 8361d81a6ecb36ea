//! The crawl by completions, on Linux: the kernel does each operation, and reports its end. The book explains it in
//! [Completion instead of readiness](../book/whole/completion.html). In reading order:
//!
//! 1. `examples/one_page_completion.rs`: orders, reports, and a page
//! 2. `src/ring.rs`: what an order works with belongs to it
//! 3. `src/fetch.rs`: one URL: connect, send and receive are one order
//! 4. `src/crawl.rs`: a fetch that has ended makes room for the next one

#![warn(clippy::unwrap_used)]

#[cfg(target_os = "linux")]
mod crawl;
#[cfg(target_os = "linux")]
mod fetch;
#[cfg(target_os = "linux")]
pub mod ring;

#[cfg(target_os = "linux")]
pub use crawl::crawl;

#[cfg(not(target_os = "linux"))]
fn crawl(_job: common::Job) -> std::io::Result<common::Report> {
    Err(std::io::Error::new(std::io::ErrorKind::Unsupported, "only Linux has io_uring"))
}

/// The one strategy, for the command line and the race.
pub const STRATEGIES: &[common::Strategy] =
    &[common::Strategy::new("completion", "io_uring: orders, and reports", crawl)];
