//! More ways to wait, to compare the pool of threads with.
//!
//! - one by one: the pool has one thread, which waits for one page after the other
//! - [`spin`]: so does this one, but its sockets never block: it asks again and again
//! - [`processes`]: the pool's threads have child processes do the work;
//!   `worker` is that process as it sees it, [`child`] what the process does, [`message`] what
//!   they say to each other

use std::io;

use common::{Options, Outcome, Report, Scope, Strategy};

use crate::crawl::{crawl, crawl_with};

pub mod child;
pub mod message;
pub mod processes;
pub mod spin;
mod worker;

/// The ways to crawl, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[
    Strategy::new("threads", "a pool of threads, each waits for its page", crawl),
    Strategy::new("one-by-one", "one thread, which waits for one page after the other", one_by_one),
    Strategy::new("spin", "one thread, which asks again and again instead of waiting", spinning),
    Strategy::new("processes", "a pool of child processes", in_processes).with_children(child::serve),
];

/// Crawls with one fetch at a time.
///
/// # Errors
/// What the system says when it gives no thread.
pub fn one_by_one(options: &Options) -> io::Result<Report> {
    crawl(&alone(options))
}

/// Crawls with one fetch at a time, and keeps a CPU busy meanwhile.
///
/// # Errors
/// What the system says when it gives no thread.
pub fn spinning(options: &Options) -> io::Result<Report> {
    let (scope, known) = (Scope::new(options), options.clone());
    crawl_with(&alone(options), move |target| {
        Outcome::of(target, spin::fetch(target, &known), &scope, &known)
    })
}

/// Crawls with children that run this program.
///
/// # Errors
/// What the system says when it gives no process.
pub fn in_processes(options: &Options) -> io::Result<Report> {
    processes::crawl(&std::env::current_exe()?, options)
}

fn alone(options: &Options) -> Options {
    Options { max_tasks: 1, ..options.clone() }
}
