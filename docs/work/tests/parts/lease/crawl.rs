//! [`Crawl`]: a shared crawl in a Redis of its own, with two workers.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use common::crawl::scope::Scope;
use common::{Options, Services};
use test_tools::watchdog::watched_within;
use tokio::{runtime::Builder, task::yield_now};
use tokio_util::sync::CancellationToken;
use work::shared::{Came, Job, Place, Store, Task};

use crate::page;
use crate::tools::Redis;

/// The longest that a test may make no progress: its Redis has to start.
const LIMIT: Duration = Duration::from_secs(3);

/// Less than `WAIT`, and long even on a busy machine.
const SOON: Duration = Duration::from_millis(500);

/// A shared crawl that two workers have joined.
pub struct Crawl {
    pub redis: Redis,
    pub first: Store,
    pub second: Store,
    options: Options,
}

/// Runs `test` with a crawl of these roots and leases, watched. Without redis-server, the test is skipped.
#[track_caller]
pub fn test(roots: usize, lease: Duration, test: impl AsyncFnOnce(Crawl) + Send + 'static) {
    if !Redis::is_installed() {
        // If that fails, the test that asks for redis-server still says so.
        let _ = writeln!(io::stderr(), "a test is skipped: it needs redis-server");
        return;
    }
    let run = async move || {
        let (redis, options) = (Redis::start(), page::options(roots));
        let place = Place { redis: redis.url(), name: "crawl".to_owned(), lease, handouts: 3 };
        let services = Services::new(options.clone());
        let join = async || Store::join(&place, &services, CancellationToken::new()).await.unwrap();
        test(Crawl { first: join().await, second: join().await, redis, options }).await;
    };
    // While the test asks Redis itself, the one thread does nothing else.
    let run = move || Builder::new_current_thread().enable_all().build().unwrap().block_on(run());
    watched_within(LIMIT, run, || {
        "the queue is empty, and `take` does not return. Return none after `WAIT`, after a quarter of the lease, or when the next turn \
        comes: no news tells that a lease is over or that a turn has come"
            .to_owned()
    });
}

impl Crawl {
    /// Settles a job: its page has these links, and its host asks for a pause.
    pub async fn settle(&self, job: &Job, links: &[&str], pause: Duration) {
        let Task::Fetch(target, _) = &job.task else { panic!("the crawl has pages alone") };
        let outcome = page::outcome(target, links, &self.options);
        let came = Came::of(target, 0, &outcome, &Scope::new(&self.options));
        self.first.settle(job, &came, pause).await.expect("Redis is there");
    }

    /// Lets a worker take a job. When Redis has run both scripts, and before their last answer is read, `event` begins. Returns
    /// whether the call ends after that, and before `WAIT` is over.
    pub async fn take_ends_after(&self, worker: &Store, event: impl AsyncFnOnce()) -> bool {
        let (before, worker) = (self.scripts(), worker.clone());
        let call = tokio::spawn(async move { worker.take(1).await });
        while self.scripts() < before + 2 && !call.is_finished() {
            yield_now().await;
        }
        event().await;
        // Before Redis answers this, it has written what it has told the workers.
        let _: String = self.redis.run(&["PING"]);
        let (mut turns, began) = (0, Instant::now());
        while !call.is_finished() && (turns < 1000 || began.elapsed() < SOON) {
            yield_now().await;
            turns += 1;
        }
        call.is_finished()
    }

    /// Returns how many scripts Redis has run.
    fn scripts(&self) -> u64 {
        let stats: String = self.redis.run(&["INFO", "commandstats"]);
        let calls = stats.split("cmdstat_evalsha:calls=").nth(1).and_then(|calls| calls.split(',').next());
        calls.map_or(0, |calls| calls.parse().expect("it is a number"))
    }
}

/// Takes a job, of which the queue has some.
pub async fn take(worker: &Store) -> Job {
    take_or(worker, "the queue has a page, and `take` returns none: `hand_out` returns it").await
}

/// Takes a job with at most two calls, or panics with `message`.
pub async fn take_or(worker: &Store, message: &str) -> Job {
    for _ in 0..2 {
        let jobs = worker.take(1).await.expect("Redis is there");
        if let Some(job) = jobs.expect("a page is open, and `take` says that the crawl is done").pop() {
            return job;
        }
    }
    panic!("{message}");
}
