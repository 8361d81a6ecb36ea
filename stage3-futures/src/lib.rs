//! Stage 3: futures by hand. What waits is a state machine: it stores a waker, and returns `Pending`.
//!
//! In reading order:
//!
//! 1. `examples/round_robin.rs`: a task is a value that can be resumed
//! 2. `examples/sleep_by_yielding.rs`: to sleep is to say "not yet" again and again
//! 3. `examples/sleep_by_deadline.rs`: to sleep is to say until when
//! 4. `examples/delegation.rs`: a future polls another one
//! 5. `examples/callback_future.rs`: futures as Python began them
//! 6. `examples/sleepy.rs`: five tasks sleep at the same time
//! 7. `src/timer.rs`: the simplest leaf future
//! 8. `src/reactor.rs`: what calls the wakers
//! 9. `src/source.rs`: a socket in the reactor
//! 10. `src/wake.rs`: what a waker does
//! 11. `src/task.rs`: the handle of a running future
//! 12. `src/task_table.rs`: the futures that run
//! 13. `src/executor.rs`: what polls them
//! 14. `src/registration.rs`: a socket, from the side of the tasks that wait for it
//! 15. `src/stream.rs`: the leaf futures of reading and writing
//! 16. `src/connect.rs`: the leaf future of a connection that is being made
//! 17. `src/resolve.rs`: the leaf future of a name
//! 18. `examples/sleep_and_read.rs`: one thread waits for time and for a socket
//! 19. `examples/one_page.rs`: one page, as a state machine
//! 20. `src/fetch.rs`: the same with tries and deadlines
//! 21. `src/queue.rs`: a queue that knows when all work is done
//! 22. `src/crawl.rs`: workers around the queue

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

/// The types that threads share. A test compiles `wake.rs` with other types in their place, to try all schedules.
mod sync {
    pub(crate) use std::sync::Mutex;
    pub(crate) use std::sync::atomic::AtomicBool;
}

use common::Strategy;

pub use crawl::crawl;

/// The strategies of this stage, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[Strategy::new("futures", "futures written by hand, in tasks", crawl)];
