//! [`Crawl`]: a shared crawl in a Redis of its own, with two workers.

use std::time::{Duration, Instant};

use common::{Services, crawl::scope::Scope};
use test_tools::watchdog::watched_within;
use tokio::{runtime::Builder, task::yield_now, time::sleep};
use work::shared::{Came, Job, Place, Server, Store, Task};
use work::stream::Tls;

use crate::{page::options, page::outcome, tools::Redis};

/// A shared crawl that two workers have joined.
pub struct Crawl {
    pub redis: Redis,
    pub first: Store,
    pub second: Store,
}

/// Runs `test` with a crawl of these roots and leases, in milliseconds. Without redis-server, the test is skipped.
#[track_caller]
pub fn test(roots: usize, lease: u64, test: impl AsyncFnOnce(Crawl) + Send + 'static) {
    if !Redis::is_installed() {
        return;
    }
    let run = async move || {
        let (redis, services) = (Redis::start(), Services::new(options(roots)));
        let (server, lease) = (Server::of(&redis.url()).unwrap(), Duration::from_millis(lease));
        let place = Place { server, name: "crawl".to_owned(), lease, handouts: 3 };
        let tls = Tls::new(&services.options);
        let join = async || Store::join(&place, &services, &tls).await.unwrap();
        test(Crawl { first: join().await, second: join().await, redis }).await;
    };
    // While the test asks Redis itself, the one thread does nothing else.
    let run = move || Builder::new_current_thread().enable_all().build().unwrap().block_on(run());
    let hangs = "the queue is empty, and `take` does not return. Return none after `WAIT`, after a quarter of the lease, or when a \
        turn comes: no news tells that a lease is over or that a turn has come";
    watched_within(Duration::from_secs(4), run, || hangs.to_owned());
}

impl Crawl {
    /// Settles a job, whose page has these links.
    pub async fn settle(&self, job: &Job, links: &[&str]) {
        let Task::Fetch(target, _) = &job.task else { panic!("the crawl has pages alone") };
        let came = Came::of(target, 0, &outcome(target, links, &options(1)), &Scope::new(&options(1)));
        self.first.settle(job, &came).await.expect("Redis is there");
    }

    /// Lets the second worker take a job. After Redis has handed out jobs, and so many milliseconds later, `event` comes. If there
    /// are none, the worker has not read the last answer. Returns whether the call ends soon: before `WAIT` is over.
    pub async fn take_ends_after(&self, millis: u64, event: impl Future<Output = ()>) -> bool {
        let looks = || {
            let stats: String = self.redis.run(&["INFO", "commandstats"]);
            let calls = stats.split_once("cmdstat_zrange:calls=")?.1.split(',').next();
            calls?.parse::<u32>().ok()
        };
        let (before, worker) = (looks(), self.second.clone());
        let call = tokio::spawn(async move { worker.take(1).await });
        while looks() == before && !call.is_finished() {
            yield_now().await;
        }
        if millis > 0 {
            sleep(Duration::from_millis(millis)).await;
        }
        event.await;
        // Before Redis answers this, it has written what it has told the workers.
        self.redis.tell("PING");
        let (mut turns, began) = (0, Instant::now());
        while !call.is_finished() && (turns < 1000 || began.elapsed() < Duration::from_millis(500)) {
            yield_now().await;
            turns += 1;
        }
        call.is_finished()
    }
}

/// Takes a job: one of the queue, or one that a worker has had whose lease is over.
pub async fn take(worker: &Store) -> Job {
    let why = "a page is in the queue, or its worker died and its lease is over, and ten calls of `take` do not return the page: the \
        crawl would never end. `hand_out` hands out what is in the queue, and only `put_back` puts an old page there again";
    let (mut calls, began) = (0, Instant::now());
    while calls < 10 || began.elapsed() < Duration::from_millis(500) {
        calls += 1;
        let jobs = worker.take(1).await.expect("Redis is there");
        if let Some(job) = jobs.expect("a page is open, and `take` says that the crawl is done").pop() {
            return job;
        }
    }
    panic!("{why}");
}
