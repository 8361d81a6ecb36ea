//! Stage 4: async. What waits is a future, as in stage 3, but the compiler writes the state machine.
//!
//! In reading order:
//!
//! 1. `examples/one_page.rs`: stage 1's text, with three awaits
//! 2. `src/fetch.rs`: the same with tries and deadlines
//! 3. `examples/gather.rs`: several fetches at once
//! 4. `src/queue.rs`: the joinable queue, made of a channel
//! 5. `src/crawl.rs`: workers around the queue
//! 6. `src/executor.rs`: `block_on`, which takes the place of stage 3's executor
//! 7. `src/stream.rs`: the ecosystem's traits for stage 3's stream
//! 8. `examples/swap_the_runtime.rs`: the same crawl on three executors
//! 9. `src/strategies.rs`: other ways to fetch
//! 10. `src/strategies/keep_alive.rs`: on connections that are used again
//! 11. `src/strategies/session.rs`: the connections, busy and idle
//! 12. `src/strategies/idle.rs`: the idle ones, by origin and by age
//! 13. `src/strategies/stream.rs`: a connection with or without a layer
//! 14. `src/strategies/https.rs`: TLS as a layer, with the feature `https`
//! 15. `src/strategies/cache.rs`: pages that are kept for the next crawl
//!
//! In the book, this stage begins with [One page by the compiler](../book/stage4/one-page.html). `cargo workshop book` builds it.

#![warn(clippy::unwrap_used)]

pub mod crawl;
pub mod executor;
pub mod fetch;
pub mod queue;
pub mod strategies;
pub mod stream;

/// The type that `executor.rs` shares between threads. A test compiles it with another one, to try all orders.
mod sync {
    pub(crate) use std::sync::atomic::AtomicBool;
}

pub use crawl::crawl;
pub use strategies::STRATEGIES;
