//! What the tests of several packages share. None of it knows a stage. What does not hold is a panic.
//!
//! - [`watchdog`]: a test that hangs fails within seconds; [`patience`]: how long that is on a busy machine
//! - `traced`: what a trace shows of a test that hangs
//! - [`waker`]: wakers that count or act; [`future`]: futures that a test polls by hand
//! - [`probe`]: a future that is seen from outside; [`moment`]: futures that another thread wakes
//! - [`socket`]: connections, and addresses where nothing answers; [`full_listener`]: one that accepts no more
//! - `clock`: the CPU time of a test; `held`: a thread that is held while another one acts
//! - [`process`](mod@process): a program in a process of its own
//! - [`any_queue`](mod@any_queue): the tests of a joinable queue; [`example`]: the examples of a stage, run as a reader runs them
//! - [`steps`]: the last steps of one order of threads, for a message
//! - [`browser`]: pages, as Chromium shows them

pub mod any_queue;
pub mod browser;
#[cfg(unix)]
pub mod clock;
pub mod example;
pub mod full_listener;
pub mod future;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub mod held;
pub mod moment;
pub mod patience;
pub mod probe;
pub mod process;
pub mod socket;
pub mod steps;
pub mod traced;
pub mod waker;
pub mod watchdog;
