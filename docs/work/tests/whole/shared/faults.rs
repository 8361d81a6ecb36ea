//! Faults at random moments: of workers, of the leader, of Redis, of its clock and of the network.
//!
//! `FAULTS` is about their number, and `SEED` chooses them: a test that fails says which seed it had.

use std::env;
use std::mem;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use fastrand::Rng;
use nix::sys::signal::Signal::{self, SIGCONT, SIGSTOP};
use practice_site::{Generated, Site};
use test_tools::patience::Patience;

use super::LONG;
use crate::proxy::{Mode, Proxy};
use crate::tools::{Ended, Redis, Worker, alone, count};

/// How many workers there are.
const WORKERS: usize = 4;

/// About how many pages are fetched between a fault and the next one.
const PAGES: usize = 30;

/// Longer than a lease.
const LATE: Duration = Duration::from_millis(1300);

/// The time in which all goes on after a fault.
const GOES_ON: Duration = Duration::from_secs(10);

/// What is wrong for a while, and how: the number is that of a worker.
type Fault = (&'static str, fn(&mut Crawl<'_>, usize));

const FAULTS: [Fault; 13] = [
    ("a killed worker", |crawl, worker| crawl.workers[worker] = crawl.start(worker)),
    ("a worker that is late for its lease", |crawl, worker| stop(|to| crawl.workers[worker].signal(to))),
    ("a killed Redis", |crawl, _| {
        crawl.redis.kill();
        crawl.redis.go_on();
    }),
    ("a Redis that is late for a lease", |crawl, _| stop(|to| crawl.redis.signal(to))),
    ("a Redis that only reads", |crawl, _| crawl.between("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE")),
    ("a full Redis", |crawl, _| crawl.between("CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0")),
    ("a clock that goes an hour on", |crawl, _| crawl.redis.set_clock(3600)),
    ("a clock that goes an hour back", |crawl, _| crawl.redis.set_clock(0)),
    ("a slow network", |crawl, worker| crawl.disturb(worker, Mode::Slow(3000))),
    ("a silent network", |crawl, worker| crawl.disturb(worker, Mode::Silent)),
    ("a network without answers", |crawl, worker| crawl.disturb(worker, Mode::Mute)),
    ("a network that forgets connections", |crawl, worker| crawl.disturb(worker, Mode::Stale)),
    ("an answer that is cut", |crawl, worker| {
        crawl.proxies[worker].set(Mode::Cut(crawl.random.usize(..200)))
    }),
];

/// Stops a process for longer than a lease, by its signals.
fn stop(signal: impl Fn(Signal)) {
    signal(SIGSTOP);
    sleep(LATE);
    signal(SIGCONT);
}

/// A crawl under faults. Each worker has a network of its own to Redis.
struct Crawl<'a> {
    site: &'a Site,
    redis: Redis,
    proxies: Vec<Arc<Proxy>>,
    workers: Vec<Worker>,
    reports: Vec<Ended>,
    random: Rng,
}

impl Crawl<'_> {
    fn start(&self, worker: usize) -> Worker {
        Worker::at(&self.proxies[worker].url(), self.site, &["--quiet", "--lease=1", "--max-tasks=2"])
    }

    /// Disturbs the network of a worker, at times for longer than it waits for an answer.
    fn disturb(&mut self, worker: usize, mode: Mode) {
        self.proxies[worker].set(mode);
        sleep(if self.random.u8(..4) == 0 { 5 * LATE } else { LATE });
        self.proxies[worker].set(Mode::Open);
    }

    /// Lets Redis run two commands. Between them, it is of little use.
    fn between(&self, first: &str, second: &str) {
        self.redis.tell(first);
        sleep(LATE / 4);
        self.redis.tell(second);
    }

    fn is_done(&self) -> bool {
        self.redis.leader("crawl") == "end"
    }

    /// Waits until a worker leads, and returns its number; any number if the crawl is done.
    fn leader(&mut self, after: &str) -> usize {
        self.wait(after, |crawl| {
            let sign = crawl.redis.sign("crawl");
            let name = sign["worker"].as_str().unwrap_or_default();
            // It begins with the number of its process.
            let leads = |worker: &Worker| name.starts_with(&format!("{:x}-", worker.id()));
            let leader = crawl.workers.iter().position(leads);
            leader.or(crawl.is_done().then_some(0))
        })
    }

    /// Waits after a fault until there is a value, and starts the workers anew that end meanwhile.
    fn wait<T>(&mut self, after: &str, value: impl Fn(&Self) -> Option<T>) -> T {
        let found = Patience::of(GOES_ON).wait(|tick| {
            for worker in 0..WORKERS {
                if self.workers[worker].has_ended() {
                    let new = self.start(worker);
                    self.reports.extend(ending(mem::replace(&mut self.workers[worker], new).finish()));
                }
            }
            sleep(tick / 20);
            value(self)
        });
        let state = || {
            let jobs = self.redis.try_run::<redis::Value>(&["XPENDING", "crawl:{crawl}:jobs", "workers"]);
            (self.redis.leader("crawl"), jobs)
        };
        found.unwrap_or_else(|| panic!("10 s after {after}, the crawl does not go on: {:?}", state()))
    }
}

/// Returns a worker that has ended with a report, and none if it has ended with an error. That must be clear.
fn ending(ended: Ended) -> Option<Ended> {
    if ended.code == Some(0) {
        return Some(ended);
    }
    assert!(ended.code == Some(1) && ended.stderr.contains("Redis"), "{ended:?}");
    None
}

/// Crawls under these faults, of any worker or of leaders alone, and asserts that each report is that of one process.
fn crawl_under(faults: &[Fault], of_leaders: bool, usual: usize) {
    let number = |name| env::var(name).ok().map(|number| number.parse().expect("it is a number"));
    let seed = number("SEED").unwrap_or_else(|| fastrand::u64(..));
    println!("SEED={seed}");
    let generated = Generated {
        pages: PAGES * number("FAULTS").map_or(usual, |number| number as usize),
        links: 3,
        size: 0,
    };
    let site = Site::builder().content(move |path| generated.answer(path));
    let (site, mut redis) = (site.latency(Duration::from_millis(80)).start().unwrap(), Redis::start());
    redis.take_clock();
    let proxies: Vec<_> = (0..WORKERS).map(|_| Proxy::to(redis.port)).collect();
    let (workers, reports) = Default::default();
    let mut crawl = Crawl { site: &site, redis, proxies, workers, reports, random: Rng::with_seed(seed) };
    crawl.workers = (0..WORKERS).map(|worker| crawl.start(worker)).collect();
    let mut what = "the start";
    while !crawl.is_done() {
        let goal = site.requests() + crawl.random.u64(1..=20);
        crawl.wait(what, |crawl| (site.requests() >= goal || crawl.is_done()).then_some(()));
        sleep(Duration::from_micros(crawl.random.u64(..50_000)));
        let is_of_leader = of_leaders || crawl.random.bool();
        let worker = if is_of_leader { crawl.leader(what) } else { crawl.random.usize(..WORKERS) };
        let fault;
        (what, fault) = faults[crawl.random.usize(..faults.len())];
        println!("after {} pages, {what}", site.requests());
        fault(&mut crawl, worker);
    }
    // One that comes late has the report in any case.
    crawl.workers.push(crawl.start(0));
    for worker in crawl.workers {
        crawl.reports.extend(ending(worker.finish_within(LONG)));
    }
    assert!(!crawl.reports.is_empty(), "no worker prints a report");
    let expected = alone(&site, &["--max-tasks=300"]);
    assert_eq!(count(&expected), generated.pages);
    for ended in crawl.reports {
        assert!(ended.report() == expected, "another report, SEED={seed}: {}", ended.stderr);
    }
}

#[test]
fn no_page_is_lost_and_none_is_reported_twice() {
    crawl_under(&FAULTS, false, 12);
}

#[test]
fn no_page_is_lost_or_reported_twice_when_leaders_die() {
    crawl_under(&FAULTS[..2], true, 8);
}
