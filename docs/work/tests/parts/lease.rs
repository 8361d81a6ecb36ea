//! Taking jobs from Redis: each goes to one worker, and to another one if that worker dies. It needs redis-server.

mod crawl;
use std::time::{Duration, Instant};

use crawl::{LONG, take_new, test};
use test_tools::patience::Patience;

use crate::page::outcome;
use crate::tools::Redis;

const OTHER_NAME: &str = "the page is pending for another name than that of its worker (right): a worker renews only what is its own, so \
    others would take its page after the lease";

/// A lease that is over soon.
const SHORT: Duration = Duration::from_millis(100);

#[test]
fn redis_server_is_there() {
    assert!(
        Redis::is_installed(),
        "the tests of this exercise need redis-server, and are skipped without it (in Debian: apt-get install redis-server)"
    );
}

#[test]
fn a_page_whose_worker_died_is_taken_over() {
    test(1, async |crawl| {
        let dead = crawl.join().await;
        take_new(&dead, 10).await;
        drop(dead);
        let other = crawl.join().await;
        let mut patience = Patience::of(Duration::from_secs(1));
        let open = "a worker died with a page, the page is open, and `take` says that the crawl is done: `take_over` returns how \
            many jobs are open";
        // By this lease, it may live.
        other.take(10, LONG).await.expect(open);
        let jobs = loop {
            let jobs = other.take(10, SHORT).await.expect(open);
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
        assert_eq!(crawl.owners(&other), [other.worker()], "{}", OTHER_NAME);
        other.settle(&jobs[0], Some(&outcome(&jobs[0].target, &[], &crawl.options))).await;
        assert!(other.take(10, SHORT).await.is_none(), "the page is settled, and the crawl is not done");
    });
}

#[test]
fn a_page_whose_worker_lives_is_left_alone() {
    test(1, async |crawl| {
        let (first, second) = (crawl.join().await, crawl.join().await);
        take_new(&first, 10).await;
        for _ in 0..3 {
            let taken = second.take(10, LONG).await.unwrap_or_default().len();
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
        let jobs = first.take(10, LONG).await.unwrap_or_default();
        let [root] = &jobs[..] else { panic!("the queue has one root, and {} are taken", jobs.len()) };
        for _ in 0..5 {
            let began = Instant::now();
            let taken = second.take(10, LONG).await;
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
        first.settle(root, Some(&outcome(&root.target, &["/link"], &crawl.options))).await;
        assert_eq!(
            take_new(&second, 10).await,
            ["/link"],
            "the page is settled, so its link is in the queue"
        );
    });
}

#[test]
fn a_new_page_ends_the_wait_of_a_worker() {
    test(1, async |crawl| {
        let (first, second) = (crawl.join().await, crawl.join().await);
        // On a busy machine, the wait may be over when the page comes.
        for number in 0..5 {
            let jobs = first.take(1, LONG).await.unwrap_or_default();
            let [job] = &jobs[..] else { panic!("the queue has one page, and {} are taken", jobs.len()) };
            let link = format!("/{}", number + 1);
            let settles = async {
                tokio::time::sleep(Duration::from_millis(10)).await;
                first.settle(job, Some(&outcome(&job.target, &[&link], &crawl.options))).await;
            };
            let (taken, ()) = tokio::join!(second.take(1, LONG), settles);
            if taken.is_some_and(|taken| !taken.is_empty()) {
                return;
            }
        }
        panic!(
            "a worker waits, a new page comes, and the worker sleeps on: XREADGROUP with BLOCK waits for it"
        );
    });
}

#[test]
fn an_old_page_comes_before_new_ones() {
    test(3, async |crawl| {
        let (dead, other) = (crawl.join().await, crawl.join().await);
        let old = take_new(&dead, 1).await;
        drop(dead);
        let jobs = other.take(1, Duration::ZERO).await.unwrap_or_default();
        let taken: Vec<_> = jobs.iter().map(|job| job.target.url.path()).collect();
        assert_eq!(
            taken, old,
            "a worker died with a page (right), its lease is over, and a new page is taken first (left): a large crawl always has \
            new ones, so the old one would wait until its end. Ask XREADGROUP only if `take_over` has none"
        );
    });
}

#[test]
fn a_page_belongs_to_the_worker_that_took_it() {
    test(1, async |crawl| {
        let worker = crawl.join().await;
        take_new(&worker, 10).await;
        assert_eq!(crawl.owners(&worker), [worker.worker()], "{}", OTHER_NAME);
    });
}

#[test]
fn a_crawl_that_redis_has_forgotten_is_not_a_finished_one() {
    test(1, async |mut crawl| {
        let worker = crawl.join().await;
        worker.take(10, LONG).await;
        let _: u64 = crawl.redis.run(&["DEL", &worker.keys().key("state")]);
        let failure = tokio::select! {
            failure = crawl.failures.recv() => failure.expect("the crawl has a sender"),
            _ = async { while worker.take(10, LONG).await.is_some() {} } => panic!(
                "Redis has forgotten how many jobs are open (-1), and `take` says that the crawl is done: the report would lack \
                pages, and not say so. `forgotten` ends the work with an error"
            ),
            () = tokio::time::sleep(Duration::from_millis(1500)) => panic!(
                "Redis has forgotten how many jobs are open (-1), and `take` asks for jobs again and again: `forgotten` ends the work \
                with an error"
            ),
        };
        assert!(failure.to_string().contains("forgotten"), "{failure}");
    });
}
