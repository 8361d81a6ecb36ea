//! Stage 3: futures by hand. What waits is a state machine: it stores a waker, and returns `Pending`.
//!
//! In reading order:
//!
//! 1. `examples/round_robin.rs`: a task is a value that can be resumed; a scheduler is a queue
//! 2. `examples/sleepers.rs`: to sleep is to say "not yet" again and again, or to say until when
//! 3. `examples/sleep_and_read.rs`: an event loop from nothing, with two reasons to wait
//! 4. `examples/callback_future.rs`: futures with callbacks, as in Python, and what Rust does instead
//! 5. `examples/delegation.rs`: a future polls another one
//! 6. `src/timer.rs`: the simplest leaf future
//! 7. `src/wake.rs`: what a waker does
//! 8. `src/reactor.rs`: it waits for sockets and timers, and calls the wakers
//! 9. `src/source.rs`: a socket in the reactor
//! 10. `src/task.rs`: the handle of a spawned future
//! 11. `src/task_table.rs`: the futures of the tasks
//! 12. `src/executor.rs`: it polls the tasks in the ready queue
//! 13. `src/registration.rs`: a socket, from the side of the tasks that wait for it
//! 14. `src/stream.rs`: the leaf futures of reading and writing
//! 15. `src/connect.rs`: the leaf future of a connection that is being made
//! 16. `src/resolve.rs`: the leaf future of a host's addresses
//! 17. `examples/one_page.rs`: one page, as a state machine
//! 18. `src/fetch.rs`: the same with tries and deadlines
//! 19. `src/queue.rs`: the joinable queue of stage 1, with wakers
//! 20. `src/crawl.rs`: workers around the queue
//!
//! In the book, this stage begins with [One page as one value](../book/stage3/one-page.html). `cargo workshop book` builds it.

#![warn(clippy::unwrap_used)]

pub mod connect;
pub mod crawl;
pub mod executor;
pub mod fetch;
pub mod queue;
pub mod reactor;
pub mod registration;
pub mod resolve;
pub mod source;
pub mod stream;
pub mod task;
mod task_table;
pub mod timer;
pub mod wake;

/// The types that `wake.rs` shares between threads. A test compiles it with other types, to try all schedules.
mod sync {
    pub(crate) use std::sync::Mutex;
    pub(crate) use std::sync::atomic::AtomicBool;
}

use common::Strategy;

pub use crawl::crawl;

/// The strategies of this stage, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[Strategy::new("futures", "futures written by hand, in tasks", crawl)];
