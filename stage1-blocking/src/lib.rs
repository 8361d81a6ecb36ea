//! Stage 1: blocking sockets. What waits is a thread, inside the kernel.
//!
//! In reading order:
//!
//! 1. `examples/one_page.rs`: connect, send, receive; nothing else
//! 2. `src/fetch.rs`: the same with tries and deadlines
//! 3. `src/stream.rs`: one deadline for all calls of a try
//! 4. `src/queue.rs`: an empty queue is not a finished one
//! 5. `src/crawl.rs`: the pool of threads
//! 6. `src/strategies.rs`: other ways to wait
//! 7. `src/strategies/fetch_over.rs`: a fetch over any kind of stream
//! 8. `src/strategies/spin.rs`: by trying again and again
//! 9. `src/strategies/processes.rs`: in child processes, the parent's side
//! 10. `src/strategies/child.rs`: the child's side
//!
//! In the book, this stage begins with [Sockets](../book/stage1/sockets.html). `cargo workshop book` builds it.

#![warn(clippy::unwrap_used)]

pub mod crawl;
pub mod fetch;
pub mod queue;
pub mod strategies;
pub mod stream;

/// The types by which the threads of `queue.rs` wait. A test compiles it with other types, to try all schedules.
mod sync {
    pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
}

pub use crawl::crawl;
pub use strategies::STRATEGIES;
