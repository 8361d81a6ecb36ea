//! Taking jobs from Redis: each goes to one worker, and to another one if that worker dies. It needs redis-server.
#![cfg(unix)]

mod tools;

use std::io::{self, Write, stderr};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Decoder, Options, Outcome, Target};
use test_tools::patience::Patience;
use test_tools::watchdog::watched_or;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{Receiver, channel};
use tools::Redis;
use url::Url;
use work::shared::{Place, Store};

/// A lease that is not over before a test is.
const LONG: Duration = Duration::from_secs(60);

/// A lease that is over soon.
const SHORT: Duration = Duration::from_millis(100);

/// A shared crawl, which workers join.
struct Crawl {
    redis: Redis,
    options: Options,
}

/// A worker, and the error that ends its work.
struct Worker {
    store: Store,
    failures: Receiver<io::Error>,
}

fn has_redis() -> bool {
    let command = Command::new("redis-server").arg("--version").stdout(Stdio::null()).status();
    command.is_ok_and(|status| status.success())
}

/// Runs `test` with a crawl of these roots, watched. Without redis-server, it says that it skips the test.
#[track_caller]
fn test(roots: usize, test: impl AsyncFnOnce(Crawl) + Send + 'static) {
    if !has_redis() {
        // If that fails, another test fails, too.
        let _ = writeln!(stderr(), "a test is skipped: it needs redis-server");
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
    async fn join(&self) -> Worker {
        let (failed, failures) = channel(1);
        let place = Place { redis: self.redis.url(), name: "crawl".to_owned(), lease: LONG };
        let store = Store::join(&place, &self.options, failed).await.expect("Redis is there");
        Worker { store, failures }
    }

    /// Makes the outcome of a page with these links.
    fn outcome(&self, target: &Target, links: &[&str]) -> Outcome {
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
    fn take_new(&self, most: usize) -> impl Future<Output = Vec<String>> {
        let location = std::panic::Location::caller();
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

#[test]
fn redis_server_is_there() {
    assert!(
        has_redis(),
        "the tests of this exercise need redis-server, and are skipped without it (in Debian: apt-get install redis-server)"
    );
}

#[test]
fn a_page_whose_worker_died_is_taken_over() {
    test(1, async |crawl| {
        let dead = crawl.join().await;
        dead.take_new(10).await;
        drop(dead);
        let other = crawl.join().await;
        let mut patience = Patience::of(Duration::from_secs(2));
        let jobs = loop {
            let jobs = other.store.take(10, SHORT).await;
            let jobs = jobs.expect(
                "a worker died with a page, the page is open, and `take` says that the crawl is done",
            );
            if !jobs.is_empty() || patience.is_over() {
                break jobs;
            }
        };
        let paths: Vec<_> = jobs.iter().map(|job| job.target.url.path()).collect();
        assert_eq!(
            paths,
            ["/0"],
            "a worker died with a page, its lease of {SHORT:?} is over, and no other worker gets the page: the crawl would never \
            end. Redis keeps a job as pending from XREADGROUP until `settle`, if nothing acknowledges it before. `take_over` \
            returns what was pending for too long"
        );
        other.store.settle(&jobs[0], Some(&crawl.outcome(&jobs[0].target, &[]))).await;
        assert!(
            other.store.take(10, SHORT).await.is_none(),
            "the page is settled, and the crawl is not done"
        );
    });
}

#[test]
fn a_page_whose_worker_lives_is_left_alone() {
    test(1, async |crawl| {
        let (first, second) = (crawl.join().await, crawl.join().await);
        first.take_new(10).await;
        for _ in 0..3 {
            let taken = second.store.take(10, LONG).await.unwrap_or_default().len();
            assert_eq!(
                taken, 0,
                "a worker has a page, its lease of {LONG:?} is not over, and another worker takes the page (left: jobs): both \
                would fetch it. `take_over` gets the lease, in milliseconds"
            );
        }
    });
}

#[test]
fn a_queue_without_new_pages_is_not_a_finished_crawl() {
    test(1, async |crawl| {
        let (first, second) = (crawl.join().await, crawl.join().await);
        let jobs = first.store.take(10, LONG).await.unwrap_or_default();
        let [root] = &jobs[..] else { panic!("the queue has one root, and {} are taken", jobs.len()) };
        for _ in 0..5 {
            let began = Instant::now();
            let taken = second.store.take(10, LONG).await;
            assert!(
                taken.is_some(),
                "the queue has nothing new, another worker has a page, and `take` says that the crawl is done: the page may have \
                links. `take_over` returns how many jobs are open"
            );
            assert!(
                began.elapsed() > Duration::from_millis(50),
                "the queue is empty, and `take` returns at once: each worker would ask Redis again and again. With BLOCK, \
                XREADGROUP waits for a job for a while"
            );
        }
        first.store.settle(root, Some(&crawl.outcome(&root.target, &["/link"]))).await;
        assert_eq!(second.take_new(10).await, ["/link"], "the page is settled, so its link is in the queue");
    });
}

#[test]
fn each_page_goes_to_one_worker() {
    test(10, async |crawl| {
        let (first, second) = (crawl.join().await, crawl.join().await);
        let mut paths = first.take_new(3).await;
        assert_eq!(
            paths.len(),
            3,
            "`take(3, ..)` takes 3 jobs of 10: more than that, and the worker has no places for them"
        );
        paths.extend(second.take_new(3).await);
        paths.extend(first.take_new(10).await);
        paths.sort();
        let all: Vec<_> = (0..10).map(|page| format!("/{page}")).collect();
        assert_eq!(paths, all, "two workers have taken all jobs, and each job goes to one of them");
    });
}

#[test]
fn a_page_belongs_to_the_worker_that_took_it() {
    test(1, async |crawl| {
        let worker = crawl.join().await;
        worker.take_new(10).await;
        let key = worker.store.keys().key("jobs");
        let pending: Vec<(String, String, u64, u64)> =
            crawl.redis.run(&["XPENDING", &key, "workers", "-", "+", "10"]);
        let owners: Vec<_> = pending.iter().map(|(_, owner, ..)| owner.as_str()).collect();
        assert_eq!(
            owners,
            [worker.store.worker()],
            "the page is pending for another name than that of its worker (right): a worker renews only what is its own, so \
            others would take its page after the lease"
        );
    });
}

#[test]
fn a_crawl_that_redis_has_forgotten_is_not_a_finished_one() {
    test(1, async |crawl| {
        let Worker { store, mut failures } = crawl.join().await;
        store.take(10, LONG).await;
        let _: u64 = crawl.redis.run(&["DEL", &store.keys().key("state")]);
        let failure = tokio::select! {
            failure = failures.recv() => failure.expect("the store has the sender"),
            _ = async { while store.take(10, LONG).await.is_some() {} } => panic!(
                "Redis has forgotten how many jobs are open (-1), and `take` says that the crawl is done: the report would lack \
                pages, and not say so. `forgotten` ends the work with an error"
            ),
        };
        assert!(failure.to_string().contains("forgotten"), "{failure}");
    });
}
