//! Faults at random moments, of workers, of Redis, of its clock and of the network. `FAULTS` is their number.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::mem;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use nix::sys::signal::Signal::{SIGCONT, SIGSTOP};
use practice_site::{Answer, Site};
use test_tools::patience::Patience;

use crate::tools::{Ended, Mode, Proxy, Redis, Worker, alone};

/// How many workers there are.
const WORKERS: usize = 4;

/// How many chains of pages the site has.
const CHAINS: usize = 40;

/// Longer than a lease.
const LONG: Duration = Duration::from_millis(1300);

/// The time in which all goes on after a fault.
const GOES_ON: Duration = Duration::from_secs(10);

/// A fault, which ends before the next one.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Kill,
    Stop,
    KillRedis,
    StopRedis,
    OnlyRead,
    Full,
    ClockOn,
    ClockBack,
    Network(Mode),
}

use Fault::{ClockBack, ClockOn, Full, Kill, KillRedis, Network, OnlyRead, Stop, StopRedis};

const FAULTS: [Fault; 14] = [
    Kill,
    Kill,
    Stop,
    KillRedis,
    StopRedis,
    OnlyRead,
    Full,
    ClockOn,
    ClockBack,
    Network(Mode::Slow(3000)),
    Network(Mode::Silent),
    Network(Mode::Mute),
    Network(Mode::Stale),
    Network(Mode::Refuse),
];

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
    Site::builder().page("/", roots).content(page).latency(Duration::from_millis(40)).start().unwrap()
}

/// A crawl under faults. Each worker has a network of its own to Redis.
struct Crawl<'a> {
    site: &'a Site,
    redis: Redis,
    proxies: Vec<Proxy>,
    workers: Vec<Worker>,
    /// How many workers have ended with an error.
    ended: usize,
}

impl Crawl<'_> {
    fn start(&self, worker: usize) -> Worker {
        let options = ["--lease=1", "--max-tasks=5", "--handouts=1000"];
        Worker::at(&self.proxies[worker].url(), self.site, &options)
    }

    /// Makes a fault, and ends it.
    fn suffer(&mut self, fault: Fault, worker: usize) {
        match fault {
            // The worker that was there is dropped, and so killed.
            Kill => self.workers[worker] = self.start(worker),
            Stop => {
                self.workers[worker].signal(SIGSTOP);
                sleep(LONG);
                self.workers[worker].signal(SIGCONT);
            }
            KillRedis => {
                self.redis.kill();
                self.redis.go_on();
            }
            StopRedis => {
                self.redis.signal(SIGSTOP);
                sleep(LONG);
                self.redis.signal(SIGCONT);
            }
            OnlyRead => {
                self.redis.follow();
                sleep(LONG / 4);
                self.redis.lead();
            }
            Full => {
                self.redis.configure("maxmemory", "1");
                sleep(LONG / 4);
                self.redis.configure("maxmemory", "0");
            }
            ClockOn => self.redis.set_clock(3600),
            ClockBack => self.redis.set_clock(0),
            Network(mode) => {
                // At times longer than a worker waits for an answer.
                self.proxies[worker].set(mode);
                sleep(if random(4) == 0 { 5 * LONG } else { LONG });
                self.proxies[worker].set(Mode::Cut(random(200)));
            }
        }
    }

    /// Starts the workers anew that have ended with an error.
    fn revive(&mut self) {
        for worker in 0..WORKERS {
            if self.workers[worker].has_ended() {
                let new = self.start(worker);
                let Ended { code, stderr, .. } = mem::replace(&mut self.workers[worker], new).finish();
                assert!(
                    code == Some(1) && stderr.contains("Redis"),
                    "a worker ended with {code:?}: {stderr}"
                );
                self.ended += 1;
            }
        }
    }

    /// Waits until the crawl goes on.
    fn go_on(&mut self, after: Fault) {
        let goal = self.site.requests() + 1 + random(40) as u64;
        let goes_on = |tick: Duration| {
            self.revive();
            sleep(tick / 20);
            (self.site.requests() >= goal).then_some(())
        };
        let goes_on = Patience::of(GOES_ON).wait(goes_on).is_some();
        assert!(goes_on, "10 s after {after:?}, the crawl does not go on");
    }
}

#[test]
fn no_page_is_lost_and_none_is_reported_twice() {
    let faults = env::var("FAULTS").map_or(12, |faults| faults.parse().expect("FAULTS is a number"));
    let length = Length::new(Mutex::new((0, usize::MAX)));
    let (site, mut redis) = (site(&length), Redis::start());
    let has_clock = redis.take_clock();
    let proxies: Vec<_> = (0..WORKERS).map(|_| Proxy::to(redis.port)).collect();
    let mut crawl = Crawl { site: &site, redis, proxies, workers: Vec::new(), ended: 0 };
    crawl.workers = (0..WORKERS).map(|worker| crawl.start(worker)).collect();
    crawl.go_on(Kill);
    // Each fault comes as often as any other, more or less.
    let from = random(FAULTS.len());
    for number in 0..faults {
        let fault = FAULTS[(from + number * 5) % FAULTS.len()];
        if has_clock || !matches!(fault, ClockOn | ClockBack) {
            println!("{number}: {fault:?}");
            sleep(Duration::from_micros(random(5000) as u64));
            crawl.suffer(fault, random(WORKERS));
            crawl.go_on(fault);
        }
    }
    let last = {
        let mut length = length.lock().unwrap();
        length.1 = length.0 + 1;
        length.1
    };
    // No fault is under way any more.
    let (redis, ended) = (crawl.redis, crawl.ended);
    let reports: Vec<_> = crawl.workers.into_iter().map(|worker| worker.finish_within(4 * GOES_ON)).collect();
    let expected = alone(&site, &["--max-tasks=300"]);
    assert_eq!(expected["records"].as_array().unwrap().len(), 1 + CHAINS * (last + 1));
    let fetched_again = site.paths().iter().map(|path| site.hits(path) - 2).sum::<usize>() as u64;
    let taken_over = redis.state("crawl", "taken_over");
    for worker in reports {
        assert!(worker.code == Some(0) && worker.report() == expected, "another report: {}", worker.stderr);
    }
    println!(
        "{ended} workers ended with an error, {fetched_again} pages fetched again, {taken_over} taken over"
    );
}
