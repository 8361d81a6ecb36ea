//! [`Crawl`]: a shared crawl in a Redis of its own, with one worker.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use test_tools::watchdog::watched_within;
use tokio::runtime::Builder;
use tokio::task::yield_now;
use work::shared::{Job, Place, Queue, Server, join};
use work::stream::Tls;

use crate::page::{options, target};
use crate::tools::Redis;

/// What is wrong if a test hangs.
pub const WORKER_HANGS: &str = "there is no page, and `take` does not return none after a second: its caller looks whether the \
    worker is to end, and whether its tasks have failed, and calls again";

/// A shared crawl that a worker has joined.
pub struct Crawl {
    pub redis: Redis,
    pub worker: Queue,
}

/// Runs `test` with a crawl that has jobs for these pages. Without redis-server, the test is skipped.
#[track_caller]
pub fn test(pages: &'static [&str], test: impl AsyncFnOnce(&Crawl) + Send + 'static) {
    if !Redis::is_installed() {
        return;
    }
    let run = async move || {
        let (redis, options) = (Redis::start(), options(1));
        let (server, lease) = (Server::of(&redis.url()).unwrap(), Duration::from_secs(3600));
        let place = Place { server, name: "crawl".to_owned(), lease, handouts: 3 };
        let worker = join(&place, &options, &Tls::new(&options)).await.unwrap();
        worker.make_jobs().await.unwrap();
        let job = |page: &&str| Job { id: String::new(), target: target(page), tries: 1, not: Vec::new() };
        if !pages.is_empty() {
            assert!(worker.offer(&pages.iter().map(job).collect::<Vec<_>>()).await.unwrap());
        }
        test(&Crawl { redis, worker }).await;
    };
    // While the test asks Redis itself, the one thread does nothing else.
    let run = move || Builder::new_current_thread().enable_all().build().unwrap().block_on(run());
    watched_within(Duration::from_secs(4), run, || WORKER_HANGS.to_owned());
}

impl Crawl {
    /// Lets the worker take up to so many jobs. Returns their paths.
    pub async fn take(&self, most: usize) -> Vec<String> {
        paths(self.worker.take(most).await.expect("Redis is there"))
    }

    /// Redis hands out so many jobs to the worker, and the answer is lost.
    pub fn lose(&self, count: usize) {
        let (worker, count) = (&self.worker.worker, count.to_string());
        let command = format!("XREADGROUP GROUP workers {worker} COUNT {count} STREAMS crawl:{{crawl}}:jobs >");
        self.redis.tell(&command);
        self.worker.doubt();
    }

    /// Lets the worker take a job. Redis has answered when `event` comes, and the worker has not read the answer. Returns the path.
    pub async fn take_while(&self, event: impl AsyncFnOnce()) -> Vec<String> {
        let (before, mut call) = (self.reads(), pin!(self.worker.take(1)));
        let asked = poll_fn(|cx| Poll::Ready(call.as_mut().poll(cx))).await;
        assert!(asked.is_pending(), "`take` returns before Redis has answered");
        while self.reads() == before {
            yield_now().await;
        }
        event().await;
        paths(call.await.expect("Redis is there"))
    }

    /// Settles a job of the worker.
    pub async fn settle(&self, job: &Job) {
        self.worker.settle(&<_>::default(), &job.id).await.expect("Redis is there");
    }

    /// Returns how often Redis was asked for jobs.
    pub fn reads(&self) -> u32 {
        let stats: String = self.redis.run(&["INFO", "commandstats"]);
        let calls = stats.split_once("cmdstat_xreadgroup:calls=").and_then(|(_, rest)| rest.split(',').next());
        calls.map_or(0, |calls| calls.parse().unwrap())
    }
}

fn paths(jobs: Vec<Job>) -> Vec<String> {
    jobs.iter().map(|job| job.target.url.path().to_owned()).collect()
}
