//! Leaders: one dies, or there are two for a moment.

use std::thread::sleep;
use std::time::Duration;

use nix::sys::signal::Signal::{SIGCONT, SIGSTOP};
use test_tools::watchdog::until;

use super::{LONG, pages, release, start};
use crate::tools::{Redis, Worker, alone, count};

#[test]
fn two_leaders_fold_one_crawl() {
    let (redis, site, first) = start(&["--lease=1", "--max-tasks=2"], 2);
    first.signal(SIGSTOP);
    let sign = redis.leader("crawl");
    let second = Worker::start(&redis, &site, &["--lease=1", "--max-tasks=2"]);
    let is_other = || !redis.leader("crawl").is_empty() && redis.leader("crawl")[..12] != sign[..12];
    assert!(until(is_other), "nothing takes over what a stopped leader did");
    // It leads until it has looked.
    first.signal(SIGCONT);
    release(&site);
    let [first, second] = [first, second].map(|worker| worker.finish_within(LONG).report());
    assert!(first == second && first == alone(&site, &[]), "{first:#} {second:#}");
}

#[test]
fn a_lead_that_is_lost_again_and_again_costs_nothing() {
    let (redis, site) = (Redis::start(), pages(300));
    let mut workers = [0, 1, 2].map(|_| Worker::start(&redis, &site, &["--max-tasks=2", "--lease=1"]));
    while !workers.iter_mut().any(Worker::has_ended) {
        redis.tell("DEL crawl:{crawl}:leader");
        sleep(Duration::from_millis(20));
    }
    let reports = workers.map(|worker| worker.finish_within(LONG).report());
    let expected = alone(&site, &[]);
    assert!(count(&expected) == 301 && reports.iter().all(|report| *report == expected), "{reports:#?}");
}
