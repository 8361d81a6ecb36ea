//! [`Crawl`]: a shared crawl in a Redis of its own, with one worker.

use std::pin::pin;
use std::time::Duration;

use futures::poll;
use test_tools::watchdog::watched_within;
use tokio::{runtime::Builder, task::yield_now};
use work::shared::{PageJob, Queue, Server, Sharing, join};
use work::stream::Tls;

use crate::{page::options, page::target, server::Redis};

/// What is wrong if a test hangs.
const HANGS: &str = "there is no page, and `take` does not return none after a second: its caller looks whether the worker is to \
    end, and whether its tasks have failed, and calls again";

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
        let sharing = Sharing { server, name: "crawl".to_owned(), lease, deaths: 3 };
        let worker = join(&sharing, &options, &Tls::new(&options)).await.unwrap();
        worker.make_jobs().await.unwrap();
        let job =
            |page: &&str| PageJob { id: String::new(), target: target(page), tries: 1, not: Vec::new() };
        let jobs: Vec<_> = pages.iter().map(job).collect();
        worker.offer(&jobs).await.unwrap();
        test(&Crawl { redis, worker }).await;
    };
    // While the test asks Redis itself, the one thread does nothing else.
    let run = move || Builder::new_current_thread().enable_all().build().unwrap().block_on(run());
    watched_within(Duration::from_secs(4), run, || HANGS.to_owned());
}

impl Crawl {
    /// Lets the worker take up to so many jobs. Returns their paths.
    pub async fn take(&self, most: usize) -> Vec<String> {
        let jobs = self.worker.take(most).await.expect("Redis is there");
        jobs.iter().map(|job| job.target.url.path().to_owned()).collect()
    }

    /// Redis hands out so many jobs to the worker, and the answer is lost.
    pub fn lose(&self, count: usize) {
        let group = format!("GROUP workers {} COUNT {count}", self.worker.worker);
        self.redis.tell(&format!("XREADGROUP {group} STREAMS crawl:{{crawl}}:jobs >"));
        self.worker.doubt();
    }

    /// Lets the worker take a job. When `event` comes, Redis has answered, and the worker has not read it.
    pub async fn take_while(&self, event: impl AsyncFnOnce()) -> Vec<String> {
        let (before, mut call) = (self.reads(), pin!(self.take(1)));
        assert!(poll!(call.as_mut()).is_pending(), "`take` returns before Redis has answered");
        while self.reads() == before {
            yield_now().await;
        }
        event().await;
        call.await
    }

    /// Returns how often Redis was asked for jobs.
    pub fn reads(&self) -> u32 {
        let stats: String = self.redis.run(&["INFO", "commandstats"]);
        let calls = stats.split("cmdstat_xreadgroup:calls=").nth(1).and_then(|rest| rest.split(',').next());
        calls.map_or(0, |calls| calls.parse().unwrap())
    }
}
