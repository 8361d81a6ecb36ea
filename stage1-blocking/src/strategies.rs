//! Other ways to wait, to compare with the pool of threads.
//!
//! `one-by-one` is the pool with one thread. The other two are the same fetch over another kind of
//! stream: [`spin`] tries again instead of waiting, and in [`processes`] a child process waits.

use std::io;

use common::{Job, Report, Strategy};

use crate::crawl::crawl;

mod child;
mod fetch_over;
pub mod processes;
pub mod spin;

/// The strategies of this stage, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[
    Strategy::new("threads", "a pool of threads, each waits for a page", crawl),
    Strategy::new("one-by-one", "one thread, one page after another", one_by_one),
    Strategy::new("spin", "one thread, which tries again and again", spin::crawl),
    Strategy::new("processes", "a child process waits for each page", in_processes)
        .with_children(child::serve),
];

/// Crawls with one fetch at a time.
///
/// # Errors
/// If no thread can be started.
pub fn one_by_one(mut job: Job) -> io::Result<Report> {
    job.services.options.max_tasks = 1;
    crawl(job)
}

/// Crawls with children that run this program.
///
/// # Errors
/// If no thread or child can be started.
pub fn in_processes(job: Job) -> io::Result<Report> {
    processes::crawl(&std::env::current_exe()?, job)
}
