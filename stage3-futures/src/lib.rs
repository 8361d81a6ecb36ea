//! Stage 3: futures by hand. What waits is a state machine: it stores a waker, and returns `Pending`.
//!
//! In reading order:
//!
//! 1. `examples/sleepers.rs`: a task is a value that can be resumed; to sleep is to say until when
//! 2. `examples/delegation.rs`: a future polls another one
//! 3. `src/timer.rs`: the simplest leaf future
//! 4. `src/wake.rs`: what a waker does
//! 5. `src/reactor.rs`: it waits for sockets and timers, and calls the wakers
//! 6. `src/source.rs`: a socket in the reactor
//! 7. `src/task.rs`: the handle of a spawned future
//! 8. `src/task_table.rs`: the futures of the tasks
//! 9. `src/executor.rs`: it polls the tasks in the ready queue
//! 10. `src/registration.rs`: a socket, from the side of the tasks that wait for it
//! 11. `src/stream.rs`: the leaf futures of reading and writing
//! 12. `src/connect.rs`: the leaf future of a connection that is being made
//! 13. `src/resolve.rs`: the leaf future of a host's addresses
//! 14. `examples/one_page.rs`: one page, as a state machine
//! 15. `src/fetch.rs`: the same with tries and deadlines
//! 16. `src/queue.rs`: the joinable queue of stage 1, with wakers
//! 17. `src/crawl.rs`: workers around the queue
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
