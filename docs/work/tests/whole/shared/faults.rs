//! Faults at random moments, of workers, of Redis, of its clock and of the network. `FAULTS` is their number.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::mem;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use nix::sys::signal::Signal::{self, SIGCONT, SIGSTOP};
use practice_site::{Answer, Site};
use test_tools::patience::Patience;

use crate::proxy::{Mode, Proxy};
use crate::tools::{Ended, Redis, Worker, alone, count};

/// How many workers there are.
const WORKERS: usize = 4;

/// How many chains of pages the site has.
const CHAINS: usize = 40;

/// Longer than a lease.
const LONG: Duration = Duration::from_millis(1300);

/// The time in which all goes on after a fault.
const GOES_ON: Duration = Duration::from_secs(10);

/// What is wrong for a while, and how: the number is that of a worker.
type Fault = (&'static str, fn(&mut Crawl<'_>, usize));

const FAULTS: [Fault; 14] = [
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
    ("an answer that is cut", |crawl, worker| crawl.proxies[worker].set(Mode::Cut(random(200)))),
];

/// Stops a process for longer than a lease, by its signals.
fn stop(signal: impl Fn(Signal)) {
    signal(SIGSTOP);
    sleep(LONG);
    signal(SIGCONT);
}

fn random(below: usize) -> usize {
    RandomState::new().hash_one(()) as usize % below
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
}

impl Crawl<'_> {
    fn start(&self, worker: usize) -> Worker {
        let options = ["--lease=1", "--max-tasks=2", "--handouts=1000"];
        Worker::at(&self.proxies[worker].url(), self.site, &options)
    }

    /// Disturbs the network of a worker, at times for longer than it waits for an answer.
    fn disturb(&self, worker: usize, mode: Mode) {
        self.proxies[worker].set(mode);
        sleep(if random(4) == 0 { 5 * LONG } else { LONG });
        self.proxies[worker].set(Mode::Open);
    }

    /// Lets Redis run two commands. Between them, it is of little use.
    fn between(&self, first: &str, second: &str) {
        self.redis.tell(first);
        sleep(LONG / 4);
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
        let goal = self.site.requests() + 1 + random(20) as u64;
        self.wait(after, |crawl| crawl.site.requests() >= goal);
    }

    /// Waits until `condition` holds, after a fault.
    fn wait(&mut self, after: &str, condition: impl Fn(&Self) -> bool) {
        let holds = Patience::of(GOES_ON).wait(|tick| {
            self.revive();
            sleep(tick / 20);
            condition(self).then_some(())
        });
        assert!(holds.is_some(), "10 s after {after}, the crawl does not go on");
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

#[test]
fn no_page_is_lost_and_none_is_reported_twice() {
    let faults = env::var("FAULTS").map_or(12, |faults| faults.parse().expect("FAULTS is a number"));
    let length = Length::new(Mutex::new((0, usize::MAX)));
    let (site, mut redis) = (site(&length), Redis::start());
    // Without it, nothing moves the clock.
    redis.take_clock();
    let proxies: Vec<_> = (0..WORKERS).map(|_| Proxy::to(redis.port)).collect();
    let mut crawl = Crawl { site: &site, redis, proxies, workers: Vec::new(), reports: Vec::new() };
    crawl.workers = (0..WORKERS).map(|worker| crawl.start(worker)).collect();
    crawl.go_on("the start");
    // Each fault comes as often as any other, more or less.
    let from = random(FAULTS.len());
    for number in 0..faults {
        let (what, fault) = FAULTS[(from + number * 5) % FAULTS.len()];
        sleep(Duration::from_micros(random(5000) as u64));
        println!("{number}: {what}");
        fault(&mut crawl, random(WORKERS));
        crawl.go_on(what);
    }
    let last = {
        let mut length = length.lock().unwrap();
        length.1 = length.0 + 1;
        length.1
    };
    crawl.wait("the last fault", |crawl| crawl.redis.state("crawl", "ended") > 0);
    for worker in crawl.workers {
        crawl.reports.extend(ending(worker.finish_within(6 * GOES_ON)));
    }
    assert!(!crawl.reports.is_empty(), "no worker prints a report");
    let expected = alone(&site, &["--max-tasks=300"]);
    assert_eq!(count(&expected), 1 + CHAINS * (last + 1));
    for ended in crawl.reports {
        assert!(ended.report() == expected, "another report: {}", ended.stderr);
    }
    println!("{} pages were taken over", crawl.redis.state("crawl", "taken_over"));
}
