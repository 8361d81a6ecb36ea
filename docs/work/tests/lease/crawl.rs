//! [`Crawl`]: a shared crawl in a Redis of its own, and [`Worker`]s that take jobs.

use std::io;
use std::panic::Location;
use std::time::Duration;

use common::{Decoder, Options, Outcome, Target};
use test_tools::watchdog::watched_or;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{Receiver, channel};
use url::Url;
use work::shared::{Place, Store};

use crate::tools::Redis;

/// A lease that is not over before a test is.
pub const LONG: Duration = Duration::from_secs(60);

/// A shared crawl, which workers join.
pub struct Crawl {
    pub redis: Redis,
    pub options: Options,
}

/// A worker, and the error that ends its work.
pub struct Worker {
    pub store: Store,
    pub failures: Receiver<io::Error>,
}

/// Runs `test` with a crawl of these roots, watched. Without redis-server, the test is skipped.
#[track_caller]
pub fn test(roots: usize, test: impl AsyncFnOnce(Crawl) + Send + 'static) {
    if !Redis::is_installed() {
        return;
    }
    let run = move || {
        let roots =
            (0..roots).map(|root| Url::parse(&format!("http://site.test/{root}")).expect("it is a URL"));
        let crawl = Crawl { redis: Redis::start(), options: Options::new(roots) };
        Builder::new_current_thread().enable_all().build().unwrap().block_on(test(crawl));
    };
    watched_or(run, || {
        "`take` does not return: a worker that finds no job returns none, and asks again".to_owned()
    });
}

impl Crawl {
    /// Starts another worker.
    pub async fn join(&self) -> Worker {
        let (failed, failures) = channel(1);
        let place = Place { redis: self.redis.url(), name: "crawl".to_owned(), lease: LONG };
        let store = Store::join(&place, &self.options, failed).await.expect("Redis is there");
        Worker { store, failures }
    }

    /// Makes the outcome of a page with these links.
    pub fn outcome(&self, target: &Target, links: &[&str]) -> Outcome {
        let html: String = links.iter().map(|link| format!("<a href={link}>")).collect();
        let (head, length) = ("HTTP/1.0 200 OK\r\nContent-Type: text/html", html.len());
        let answer = format!("{head}\r\nContent-Length: {length}\r\n\r\n{html}");
        let response = Decoder::new(usize::MAX).decode(answer.as_bytes()).unwrap().unwrap();
        Outcome::of(target, Ok(response), &self.options)
    }
}

impl Worker {
    /// Takes up to `most` jobs that are new, and returns their paths. There must be some.
    #[track_caller]
    pub fn take_new(&self, most: usize) -> impl Future<Output = Vec<String>> {
        let location = Location::caller();
        async move {
            let jobs = self.store.take(most, LONG).await.unwrap_or_default();
            assert!(
                !jobs.is_empty(),
                "{location}: the queue has jobs that no worker has, and `take` returns none: the ID `>` asks XREADGROUP for \
                those"
            );
            jobs.iter().map(|job| job.target.url.path().to_owned()).collect()
        }
    }
}
