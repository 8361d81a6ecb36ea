//! [`Crawl`]: a shared crawl in a Redis of its own.

use std::io::{self, Write};
use std::time::Duration;

use common::Options;
use test_tools::watchdog::watched_within;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use work::shared::{Place, Store};

use crate::page;
use crate::tools::Redis;

/// A lease that is not over before a test is.
pub const LONG: Duration = Duration::from_secs(60);

/// The longest that a test may make no progress: its Redis has to start.
const LIMIT: Duration = Duration::from_secs(3);

/// A shared crawl which workers join.
pub struct Crawl {
    pub redis: Redis,
    pub options: Options,
    failed: Sender<io::Error>,
    /// The error that ends the work of a worker.
    pub failures: Receiver<io::Error>,
}

/// Runs `test` with a crawl of these roots, watched. Without redis-server, the test is skipped.
#[track_caller]
pub fn test(roots: usize, test: impl AsyncFnOnce(Crawl) + Send + 'static) {
    if !Redis::is_installed() {
        // If that fails, the test that asks for redis-server still says so.
        let _ = writeln!(io::stderr(), "a test is skipped: it needs redis-server");
        return;
    }
    let run = move || {
        let (failed, failures) = channel(1);
        let crawl = Crawl { redis: Redis::start(), options: page::options(roots), failed, failures };
        Builder::new_current_thread().enable_all().build().unwrap().block_on(test(crawl));
    };
    watched_within(LIMIT, run, || {
        "the queue is empty, and `take` does not return: with BLOCK, XREADGROUP must wait for `WAIT` at most, in milliseconds. A \
        lease is much longer, and the worker has to look for old jobs meanwhile. If none came, `take` returns none, and is called \
        again"
            .to_owned()
    });
}

impl Crawl {
    /// Starts another worker.
    pub async fn join(&self) -> Store {
        let place = Place { redis: self.redis.url(), name: "crawl".to_owned(), lease: LONG };
        Store::join(&place, &self.options, self.failed.clone()).await.expect("Redis is there")
    }

    /// Returns the names of the workers for which jobs are pending.
    pub fn owners(&self, worker: &Store) -> Vec<String> {
        let key = worker.keys().key("jobs");
        let pending: Vec<(String, String, u64, u64)> =
            self.redis.run(&["XPENDING", &key, "workers", "-", "+", "10"]);
        pending.into_iter().map(|(_, owner, ..)| owner).collect()
    }
}

/// Takes up to `most` jobs that are new, and returns their paths. There must be some.
pub async fn take_new(worker: &Store, most: usize) -> Vec<String> {
    let jobs = worker.take(most, LONG).await.unwrap_or_default();
    assert!(
        !jobs.is_empty(),
        "the queue has jobs that no worker has, and `take` returns none: the ID `>` asks XREADGROUP for those"
    );
    jobs.iter().map(|job| job.target.url.path().to_owned()).collect()
}
