//! Other ways to wait, to compare with the pool of threads.
//!
//! `one-by-one` is the pool with one thread. The other two are the same fetch over another kind of
//! stream: [`spin`] tries again instead of waiting, and in [`processes`] a child process waits.

use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use common::{Attempt, FetchError, Options, Phase, Report, Response, Strategy, Target};

use crate::crawl::crawl;
use crate::fetch::{receive, send};

mod child;
pub mod processes;
pub mod spin;

/// The strategies of this stage, for the command line and the race.
pub const STRATEGIES: &[Strategy] = &[
    Strategy::new("threads", "a pool of threads, each of which waits for its page", crawl),
    Strategy::new("one-by-one", "one thread, which waits for one page after another", one_by_one),
    Strategy::new("spin", "one thread, which tries again and again instead of waiting", spin::crawl),
    Strategy::new("processes", "a pool of threads, each with a child process that waits", in_processes)
        .with_children(child::serve),
];

/// Crawls with one fetch at a time.
///
/// # Errors
/// If no thread can be started.
pub fn one_by_one(options: &Options) -> io::Result<Report> {
    crawl(&Options { max_tasks: 1, ..options.clone() })
}

/// Crawls with children that run this program.
///
/// # Errors
/// If no thread or child can be started.
pub fn in_processes(options: &Options) -> io::Result<Report> {
    processes::crawl(&std::env::current_exe()?, options)
}

/// Fetches as [`fetch`](crate::fetch::fetch()) does, over the streams that `connect` makes.
fn fetch_over<S: Read + Write>(
    connect: impl Fn(SocketAddr, Instant) -> io::Result<S>,
    target: &Target,
    options: &Arc<Options>,
) -> Result<Response, FetchError> {
    let attempt = Attempt::first(target, options);
    let fetch_once = || {
        attempt.pause()?;
        let address = attempt.resolve()?;
        attempt.enter(Phase::Connecting);
        let connected = connect(address, attempt.deadline());
        let mut stream = connected.map_err(|error| attempt.io_error(error))?;
        send(&attempt, &mut stream)?;
        receive(&attempt, &mut stream)
    };
    loop {
        match fetch_once() {
            Ok(response) => return Ok(attempt.response(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}
