//! Ends of one worker, and of Redis: the crawl goes on.

use std::time::Duration;

use contract::wait_until;
use nix::sys::signal::Signal::{SIGCONT, SIGSTOP, SIGTERM};
use practice_site::{Answer, Site};
use serde_json::Value;

use super::{release, site, start};
use crate::tools::{Redis, Worker, count};

#[test]
fn an_interrupted_worker_gives_its_pages_back_at_once() {
    let lease = "--lease=3600";
    let (redis, site, first) = start(&[lease, "--max-tasks=3", "--drain=0.1"], 3);
    first.signal(SIGTERM);
    let ended = first.finish();
    assert_eq!((ended.code, &ended.report()["summary"]["unfinished"]), (Some(130), &6.into()));
    release(&site);
    let second = Worker::start(&redis, &site, &[lease]).finish();
    assert_eq!((second.code, second.records()), (Some(0), 7));
    // It gave them back itself.
    assert_eq!((redis.state("crawl", "taken_over"), site.requests()), (0, 10));
}

#[test]
fn a_worker_drains_before_it_ends() {
    let (redis, site, mut first) = start(&["--max-tasks=3", "--drain=60"], 3);
    first.signal(SIGTERM);
    // Until the signal has arrived, each page that ends makes room for another one.
    assert!(first.first_line().starts_with("work: ending"));
    let mut release = site.unanswered().into_iter().chain(["/3", "/4", "/5"].map(str::to_owned));
    release.by_ref().take(3).for_each(|path| site.release(&path));
    let ended = first.finish();
    assert_eq!((ended.code, ended.records()), (Some(130), 4));
    release.for_each(|path| site.release(&path));
    Worker::start(&redis, &site, &[]).finish();
    assert_eq!((redis.state("crawl", "taken_over"), site.requests()), (0, 7));
}

/// Old jobs come first: in a large crawl, there are always new ones.
#[test]
fn the_pages_of_a_killed_worker_are_taken_over_while_there_are_new_ones() {
    let redis = Redis::start();
    // Each page links to the next, without an end.
    let next = |path: &str| Some(Answer::links([format!("/{}", path[1..].parse::<u64>().ok()? + 1)]));
    let root = Answer::links(["/held", "/0"]);
    let site = Site::builder().page("/", root).content(next).hold("/held").latency(Duration::from_millis(20));
    let site = site.start().unwrap();
    let first = Worker::start(&redis, &site, &["--lease=1"]);
    wait_until(&site, |site| site.hits("/held") == 1);
    drop(first);
    let second = Worker::start(&redis, &site, &["--lease=1"]);
    wait_until(&site, |site| site.hits("/held") == 2);
    drop(second);
}

#[test]
fn a_redis_without_memory_ends_the_worker_and_loses_nothing() {
    let (redis, site, worker) = start(&[], 6);
    redis.configure("maxmemory", "1");
    release(&site);
    let ended = worker.finish();
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stderr.contains("Nothing is lost"), "{}", ended.stderr);
    redis.configure("maxmemory", "0");
    assert_eq!(Worker::start(&redis, &site, &[]).finish().records(), 7);
}

#[test]
fn what_a_stopped_worker_brings_after_its_lease_is_dropped() {
    let (redis, site, first) = start(&["--lease=1", "--max-tasks=3"], 3);
    first.signal(SIGSTOP);
    let second = Worker::start(&redis, &site, &["--lease=1"]);
    // It takes the three other pages, and after the lease those of the first worker, which has stopped by then.
    wait_until(&site, |site| site.requests() == 10);
    release(&site);
    let second = second.finish();
    assert!(second.stderr.contains("3 times, a page was taken over"), "{}", second.stderr);
    let second = second.report();
    assert_eq!(count(&second), 7);
    // The answers lie in its sockets, so it settles its pages once more.
    first.signal(SIGCONT);
    assert_eq!(first.finish().report(), second);
    assert_eq!(site.requests(), 10);
}

/// A page may take longer than the lease, as long as its worker lives.
#[test]
fn a_worker_that_waits_long_keeps_its_pages() {
    let (redis, site) = (Redis::start(), site());
    let workers = [0, 1].map(|_| Worker::start(&redis, &site, &["--lease=1"]));
    wait_until(&site, |site| site.unanswered().len() == 6);
    std::thread::sleep(Duration::from_millis(2500));
    release(&site);
    let _ended = workers.map(Worker::finish);
    assert_eq!((redis.state("crawl", "taken_over"), site.requests()), (0, 7));
}

/// A page may kill the worker that works on it, and what else it works on at that time dies with it.
#[test]
fn a_page_that_kills_its_workers_is_a_failure_in_the_end_and_no_other_page_is() {
    let (redis, site) = (Redis::start(), site());
    for times in 1..=3 {
        let worker = Worker::start(&redis, &site, &["--lease=1"]);
        wait_until(&site, |site| site.hits("/5") == times);
        drop(worker);
    }
    release(&site);
    let ended = Worker::start(&redis, &site, &["--lease=1"]).finish();
    for record in ended.report()["records"].as_array().unwrap() {
        let kind = if record["url"] == site.url("/5").as_str() { "killed".into() } else { Value::Null };
        assert_eq!(record["error"]["kind"], kind, "{record}");
    }
    assert_eq!((ended.records(), site.hits("/5")), (7, 3), "{}", ended.stderr);
}
