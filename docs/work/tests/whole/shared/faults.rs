//! Faults at random moments: of workers, of the leader, of Redis, of its clock and of the network.
//!
//! `FAULTS` is their number, and `SEED` chooses them: a test that fails says which seed it had.

use std::cell::Cell;
use std::env;
use std::mem;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use nix::sys::signal::Signal::{self, SIGCONT, SIGSTOP};
use practice_site::{Answer, Site};
use serde_json::{Value, from_str};
use test_tools::patience::Patience;

use super::LONG;
use crate::proxy::{Mode, Proxy};
use crate::tools::{Ended, Redis, Worker, alone, count};

/// How many workers there are.
const WORKERS: usize = 4;

/// How many chains of pages the site has.
const CHAINS: usize = 40;

/// Longer than a lease.
const LATE: Duration = Duration::from_millis(1300);

/// The time in which all goes on after a fault.
const GOES_ON: Duration = Duration::from_secs(10);

/// What is wrong for a while, and how: the number is that of a worker.
type Fault = (&'static str, fn(&mut Crawl<'_>, usize));

const OF_LEADERS: [Fault; 2] = [
    ("a killed leader", |crawl, _| {
        let leader = crawl.leader();
        crawl.workers[leader] = crawl.start(leader);
    }),
    ("a leader that is late for its lease", |crawl, _| {
        let leader = crawl.leader();
        stop(|to| crawl.workers[leader].signal(to));
    }),
];

const FAULTS: [Fault; 16] = [
    OF_LEADERS[0],
    OF_LEADERS[1],
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
    ("a network that refuses", |crawl, worker| crawl.disturb(worker, Mode::Refuse)),
    ("an answer that is cut", |crawl, worker| crawl.proxies[worker].set(Mode::Cut(crawl.random(200)))),
];

/// Stops a process for longer than a lease, by its signals.
fn stop(signal: impl Fn(Signal)) {
    signal(SIGSTOP);
    sleep(LATE);
    signal(SIGCONT);
}

/// How far a chain of the site has been asked for, and how far it goes.
type Length = Arc<Mutex<(usize, usize)>>;

/// Starts a site of chains that have no end before it is set. Some pages link to another chain, too.
fn site(length: &Length) -> Site {
    let length = Arc::clone(length);
    let page = move |path: &str| {
        let (chain, number) = path[1..].split_once('/')?;
        let (chain, number): (usize, usize) = (chain.parse().ok()?, number.parse().ok()?);
        let mut length = length.lock().unwrap();
        length.0 = length.0.max(number);
        let next = [0, number % 3].map(|by| format!("/{}/{}", (chain + by) % CHAINS, number + 1));
        Some(if number < length.1 { Answer::links(next) } else { Answer::html("the end") })
    };
    let roots = Answer::links((0..CHAINS).map(|chain| format!("/{chain}/0")));
    Site::builder().page("/", roots).content(page).latency(Duration::from_millis(80)).start().unwrap()
}

/// A crawl under faults. Each worker has a network of its own to Redis.
struct Crawl<'a> {
    site: &'a Site,
    redis: Redis,
    proxies: Vec<Arc<Proxy>>,
    workers: Vec<Worker>,
    reports: Vec<Ended>,
    seed: Cell<u64>,
}

impl Crawl<'_> {
    /// Returns a number of Marsaglia's xorshift (Journal of Statistical Software 8, 14).
    fn random(&self, below: usize) -> usize {
        let mut next = self.seed.get();
        next ^= next << 13;
        next ^= next >> 7;
        next ^= next << 17;
        self.seed.set(next);
        (next >> 11) as usize % below
    }

    fn start(&self, worker: usize) -> Worker {
        Worker::at(&self.proxies[worker].url(), self.site, &["--quiet", "--lease=1", "--max-tasks=2"])
    }

    /// Returns the number of the worker that leads. Its name begins with its process id.
    fn leader(&self) -> usize {
        let find = |_| {
            let sign: Value = from_str(&self.redis.leader("crawl")).ok()?;
            let id = u32::from_str_radix(sign["worker"].as_str()?.split('-').next()?, 16).ok()?;
            self.workers.iter().position(|worker| worker.id() == id)
        };
        Patience::of(GOES_ON).wait(find).expect("a worker leads")
    }

    /// Disturbs the network of a worker, at times for longer than it waits for an answer.
    fn disturb(&self, worker: usize, mode: Mode) {
        self.proxies[worker].set(mode);
        sleep(if self.random(4) == 0 { 5 * LATE } else { LATE });
        self.proxies[worker].set(Mode::Open);
    }

    /// Lets Redis run two commands. Between them, it is of little use.
    fn between(&self, first: &str, second: &str) {
        self.redis.tell(first);
        sleep(LATE / 4);
        self.redis.tell(second);
    }

    /// Starts the workers anew that have ended.
    fn revive(&mut self) {
        for worker in 0..WORKERS {
            if self.workers[worker].has_ended() {
                let new = self.start(worker);
                self.reports.extend(ending(mem::replace(&mut self.workers[worker], new).finish()));
            }
        }
    }

    /// Waits until the crawl goes on after a fault.
    fn go_on(&mut self, after: &str) {
        let goal = self.site.requests() + 1 + self.random(20) as u64;
        self.wait(after, |crawl| crawl.site.requests() >= goal);
    }

    /// Waits until `condition` holds, after a fault.
    fn wait(&mut self, after: &str, condition: impl Fn(&Self) -> bool) {
        let holds = Patience::of(GOES_ON).wait(|tick| {
            self.revive();
            sleep(tick / 20);
            condition(self).then_some(())
        });
        let keys = [
            "GET crawl:{crawl}:leader",
            "HGETALL crawl:{crawl}:workers",
            "XPENDING crawl:{crawl}:jobs workers",
        ];
        let state =
            || keys.map(|key| self.redis.try_run::<redis::Value>(&key.split(' ').collect::<Vec<_>>()));
        assert!(holds.is_some(), "10 s after {after}, the crawl does not go on: {:?}", state());
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

/// Crawls under these faults, and asserts that each report is that of one process.
fn crawl_under(faults: &[Fault], usual: usize) {
    let number = |name| env::var(name).ok().map(|number| number.parse().expect("it is a number"));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let seed = number("SEED").unwrap_or(now.as_micros() as u64);
    println!("SEED={seed}");
    let length = Length::new(Mutex::new((0, usize::MAX)));
    let (site, mut redis) = (site(&length), Redis::start());
    redis.take_clock();
    let proxies: Vec<_> = (0..WORKERS).map(|_| Proxy::to(redis.port)).collect();
    let (workers, reports) = Default::default();
    let mut crawl = Crawl { site: &site, redis, proxies, workers, reports, seed: Cell::new(seed) };
    crawl.workers = (0..WORKERS).map(|worker| crawl.start(worker)).collect();
    crawl.go_on("the start");
    for number in 0..number("FAULTS").unwrap_or(usual as u64) {
        let (what, fault) = faults[crawl.random(faults.len())];
        sleep(Duration::from_micros(crawl.random(50_000) as u64));
        println!("{number}: {what}");
        let worker = crawl.random(WORKERS);
        fault(&mut crawl, worker);
        crawl.go_on(what);
    }
    let last = {
        let mut length = length.lock().unwrap();
        length.1 = length.0 + 1;
        length.1
    };
    crawl.wait("the last fault", |crawl| crawl.redis.leader("crawl") == "end");
    for worker in crawl.workers {
        crawl.reports.extend(ending(worker.finish_within(LONG)));
    }
    assert!(!crawl.reports.is_empty(), "no worker prints a report");
    let expected = alone(&site, &["--max-tasks=300"]);
    assert_eq!(count(&expected), 1 + CHAINS * (last + 1));
    for ended in crawl.reports {
        assert!(ended.report() == expected, "another report, SEED={seed}: {}", ended.stderr);
    }
}

#[test]
fn no_page_is_lost_and_none_is_reported_twice() {
    crawl_under(&FAULTS, 12);
}

#[test]
fn no_page_is_lost_or_reported_twice_when_leaders_die() {
    crawl_under(&OF_LEADERS, 8);
}
