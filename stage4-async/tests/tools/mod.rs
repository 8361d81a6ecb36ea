//! Tools that the tests share: `block_on` under a watchdog, polls by hand.

#![allow(dead_code, unused_imports, reason = "no test needs all of it")]

pub mod held;
pub mod server;

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use common::crawl::strategy::Crawl;
use common::{Options, Report, Services};
use stage3_futures::reactor::Reactor;
use stage4_async::executor::block_on;
use test_tools::watchdog::{returning, watched, watched_or};

/// Runs `test` with `block_on`, watched. If it hangs, the panic says `hangs`.
#[track_caller]
pub fn block_or<T: Send + 'static>(
    hangs: &'static str,
    test: impl AsyncFnOnce(Reactor) -> T + Send + 'static,
) -> T {
    let run = || {
        let reactor = Reactor::new().unwrap();
        block_on(&reactor, test(reactor.clone())).unwrap()
    };
    watched_or(run, || hangs.into())
}

/// Polls a future once. Here, no exercise writes `poll`: what waits does so in an `.await`.
pub fn poll<F: Future + Unpin>(future: &mut F, waker: &Waker) -> Poll<F::Output> {
    let hangs =
        "a poll does not return: something blocks the thread, or asks again and again. Wait by an `.await`";
    poll_or(hangs, future, waker)
}

/// Polls a future once. If the poll does not return, the process ends, and says `hangs`.
pub fn poll_or<F: Future + Unpin>(hangs: &'static str, future: &mut F, waker: &Waker) -> Poll<F::Output> {
    returning(hangs, || Pin::new(future).poll(&mut Context::from_waker(waker)))
}

/// One try for each page, with a deadline that no test waits for, not even on a busy machine.
pub fn one_try() -> Options {
    Options { max_tries: 1, timeout: Duration::from_secs(3600), ..Options::new([]) }
}

/// Crawls, watched.
pub fn crawl_watched(crawl: Crawl, services: impl Into<Services>) -> Report {
    let job = services.into().into();
    watched(move || crawl(job).unwrap())
}
