//! Faults at random moments: workers that are killed, stopped past their lease and started anew, and a Redis that is killed.
//! `FAULTS` is their number.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal::{SIGCONT, SIGSTOP};
use practice_site::{Generated, Site};
use test_tools::watchdog::until;

use crate::tools::{Redis, Worker, alone, count};

/// How many workers there are.
const WORKERS: usize = 4;

const OPTIONS: [&str; 2] = ["--lease=1", "--max-tasks=5"];

fn random(below: usize) -> usize {
    RandomState::new().hash_one(()) as usize % below
}

#[test]
fn no_page_is_lost_and_none_is_reported_twice() {
    let faults = env::var("FAULTS").map_or(12, |faults| faults.parse().expect("FAULTS is a number"));
    // Enough for all faults.
    let generated = Generated { pages: 60 * faults, links: 5, size: 500 };
    let content = move |path: &str| generated.answer(path);
    let site = Site::builder().content(content).latency(Duration::from_millis(20)).start().unwrap();
    let mut redis = Redis::start();
    let start = |redis: &Redis| Worker::start(redis, &site, &OPTIONS);
    let mut workers: Vec<_> = (0..WORKERS).map(|_| start(&redis)).collect();
    let mut stopped = Vec::new();
    let mut done = [0_usize; 3];
    while done.iter().sum::<usize>() < faults {
        let goal = site.requests() + random(40) as u64;
        let mut has_ended = || workers.iter_mut().position(Worker::has_ended);
        assert!(until(|| site.requests() >= goal || has_ended().is_some()), "the crawl does not go on");
        if let Some(worker) = has_ended() {
            panic!("the crawl was over after {done:?} faults: {:?}", workers.remove(worker).finish());
        }
        thread::sleep(Duration::from_micros(random(5000) as u64));
        let (fault, worker) = (random(10), random(WORKERS));
        match fault {
            // The worker that was there is dropped, and so killed.
            0..5 => workers[worker] = start(&redis),
            5..8 => {
                let sleeper = std::mem::replace(&mut workers[worker], start(&redis));
                sleeper.signal(SIGSTOP);
                stopped.push(sleeper);
            }
            _ => {
                redis.kill();
                redis.go_on();
            }
        }
        done[[0, 0, 0, 0, 0, 1, 1, 1, 2, 2][fault]] += 1;
    }
    let is_over = || redis.state("crawl", "open") == 0;
    while !is_over() {
        let seen = site.requests();
        assert!(until(|| site.requests() > seen || is_over()), "the crawl does not go on after the faults");
    }
    let mut ended: Vec<_> = workers.into_iter().map(Worker::finish).collect();
    // Their leases are over, and others have settled their pages. They bring them once more, one worker after the other.
    for worker in stopped {
        worker.signal(SIGCONT);
        ended.push(worker.finish());
    }

    let fetched_again = site.paths().iter().map(|path| site.hits(path) - 1).sum::<usize>() as u64;
    let taken_over = redis.state("crawl", "taken_over");
    assert!(
        fetched_again <= taken_over,
        "{fetched_again} pages were fetched again, and {taken_over} are counted"
    );
    let expected = alone(&site, &["--max-tasks=300"]);
    assert_eq!(count(&expected), 60 * faults);
    for worker in ended {
        assert!(worker.report() == expected, "another report: {}", worker.stderr);
    }
    println!(
        "{done:?} kills, stops, and ends of Redis: {fetched_again} pages fetched again, {taken_over} taken over"
    );
}
