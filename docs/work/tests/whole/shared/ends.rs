//! Ends of one worker, and of Redis: the crawl goes on. If a key is lost, it ends with an error.

use std::time::Duration;

use contract::wait_until;
use nix::sys::signal::Signal::{SIGCONT, SIGSTOP, SIGTERM};
use serde_json::Value;

use super::{release, site, start};
use crate::tools::{Redis, Worker, alone, count};

#[test]
fn an_interrupted_worker_gives_its_pages_back_at_once() {
    let (redis, site, first) = start(&["--lease=3600", "--max-tasks=3", "--drain=0.1"], 3);
    first.signal(SIGTERM);
    let ended = first.finish();
    assert_eq!((ended.code, &ended.report()["summary"]["unfinished"]), (Some(130), &6.into()));
    release(&site);
    let second = Worker::start(&redis, &site, &["--lease=3600"]).finish();
    assert_eq!((second.code, count(&second.report())), (Some(0), 7));
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
    assert_eq!((ended.code, count(&ended.report())), (Some(130), 4));
    release.for_each(|path| site.release(&path));
    Worker::start(&redis, &site, &[]).finish();
    assert_eq!((redis.state("crawl", "taken_over"), site.requests()), (0, 7));
}

#[test]
fn a_redis_without_memory_ends_the_workers_and_loses_nothing() {
    let (redis, site) = (Redis::start(), site());
    // More often than a page is handed out: that its workers end is no fault of a page.
    for _ in 0..4 {
        let worker = Worker::start(&redis, &site, &["--lease=1"]);
        wait_until(&site, |site| site.unanswered().len() == 6);
        redis.tell("CONFIG SET maxmemory 1");
        let ended = worker.finish();
        assert!(ended.code == Some(1) && ended.stderr.contains("Nothing is lost"), "{ended:?}");
        redis.tell("CONFIG SET maxmemory 0");
    }
    release(&site);
    let report = Worker::start(&redis, &site, &["--lease=1"]).finish().report();
    assert_eq!((count(&report), &report["summary"]["errors"]), (7, &0.into()), "{report:#}");
}

/// And what a living worker has is not taken over, even if it takes longer than its lease.
#[test]
fn what_a_stopped_worker_brings_after_its_lease_is_dropped() {
    let (redis, site, first) = start(&["--lease=1", "--max-tasks=3"], 3);
    first.signal(SIGSTOP);
    let second = Worker::start(&redis, &site, &["--lease=1"]);
    // It takes the three other pages, and after the lease those of the first worker, which has stopped by then.
    wait_until(&site, |site| site.requests() == 10);
    // It would get pages of the second worker.
    let _third = Worker::start(&redis, &site, &["--lease=1"]);
    std::thread::sleep(Duration::from_millis(2500));
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

/// What else such a worker has in flight dies with it, and is no failure.
#[test]
fn a_page_that_kills_its_workers_is_a_failure_in_the_end_and_no_other_page_is() {
    let (redis, site) = (Redis::start(), site());
    for times in 1..=3 {
        let worker = Worker::start(&redis, &site, &["--lease=1"]);
        // The test is the page that kills.
        wait_until(&site, |site| site.hits("/5") == times);
        drop(worker);
        if times == 2 {
            (0..5).for_each(|page| site.release(&format!("/{page}")));
        }
    }
    release(&site);
    let ended = Worker::start(&redis, &site, &["--lease=1"]).finish();
    assert_eq!((count(&ended.report()), site.hits("/5")), (7, 3), "{}", ended.stderr);
    for record in ended.report()["records"].as_array().unwrap() {
        let kind = if record["url"] == site.url("/5").as_str() { "killed".into() } else { Value::Null };
        assert_eq!(record["error"]["kind"], kind, "{record}");
    }
}

#[test]
fn each_key_expires_and_if_one_is_lost_the_crawl_ends_with_an_error() {
    for number in 0.. {
        // Three pages are in flight, and others wait.
        let (redis, _site, worker) = start(&["--obey-robots", "--lease=1", "--max-tasks=3"], 3);
        let keys = redis.keys("crawl");
        let Some(lost) = keys.get(number) else {
            assert!(number > 8, "{keys:?}");
            break;
        };
        for key in &keys {
            let left: i64 = redis.run(&["TTL", key]);
            assert!(left > 80_000, "{key} expires in {left} s");
        }
        redis.tell(&format!("DEL {lost}"));
        let ended = worker.finish();
        let said = ended.stderr.contains("Redis has lost") && ended.stdout.is_empty();
        assert!(said, "without {lost}: {ended:?}");
    }
}

/// The crawl has ended, and a key of it is lost: the next worker says so, or crawls anew.
#[test]
fn what_is_left_of_a_crawl_counts_in_no_report() {
    let (redis, site) = (Redis::start(), site());
    release(&site);
    let expected = alone(&site, &["--obey-robots"]);
    for number in 0.. {
        let name = number.to_string();
        let start = || Worker::start(&redis, &site, &["--obey-robots", &format!("--name={name}")]).finish();
        assert_eq!(start().report(), expected);
        let keys = redis.keys(&name);
        let Some(lost) = keys.get(number) else { break };
        redis.tell(&format!("DEL {lost}"));
        let ended = start();
        let is_lost = ended.code == Some(1) && ended.stderr.contains("Redis has lost");
        assert!(is_lost || ended.report() == expected, "without {lost}: {ended:?}");
    }
}
