//! Taking jobs from Redis: each goes to one worker, and to another one if that worker dies. It needs redis-server.

mod crawl;

use std::time::{Duration, Instant};

use crawl::{take, test};
use work::shared::Fault;

use crate::tools::Redis;

/// A lease that is not over before a test is, and neither is a quarter of it, in milliseconds.
const LONG: u64 = 3_600_000;

#[test]
fn redis_server_is_there() {
    let why = "without redis-server, the tests of this exercise are skipped: install it";
    assert!(Redis::is_installed(), "{why}");
}

#[test]
fn a_page_whose_worker_died_is_taken_over() {
    // A job that was just taken has its lease still, whichever of its two calls a `take` makes first.
    test(1, 40, async |crawl| {
        take(&crawl.first).await;
        let job = take(&crawl.second).await;
        crawl.settle(&job, &[]).await;
        let taken = crawl.second.take(1).await.expect("Redis is there");
        assert!(taken.is_none(), "the last page is settled, no job is open, and `take` does not say so");
    });
}

#[test]
fn an_old_page_comes_before_new_ones() {
    // The leases are over at once.
    test(4, 0, async |crawl| {
        let dead = take(&crawl.first).await.text;
        let taken = [take(&crawl.second).await.text, take(&crawl.second).await.text];
        let why = "its lease is over, and two calls return new pages: a large crawl always has new ones, so the old one would wait \
            until its end. Call `put_back` even if there are new ones";
        assert!(taken.contains(&dead), "a worker died with `{dead}`, {why} ({taken:?})");
    });
}

#[test]
fn news_end_a_wait() {
    test(2, LONG, async |crawl| {
        let (began, [job, _]) = (Instant::now(), [take(&crawl.first).await, take(&crawl.first).await]);
        let why =
            "the queue has pages, and `take` waits all the same: wait only if `hand_out` returns no job";
        assert!(began.elapsed() < Duration::from_millis(1500), "{why}");
        let why = "a worker waits in `take`, a new page comes, and the worker sleeps on: `changed` waits for what `news` returns";
        assert!(crawl.take_ends_after(100, crawl.settle(&job, &["/link"])).await, "{why}");
        let why = "a worker waits in `take`, Ctrl-C calls `end_wait`, and `take` does not return: the program would not end. \
            `end_wait` is news, too. After news, return: the caller looks whether it is to end, and calls `take` again";
        assert!(crawl.take_ends_after(100, async { crawl.second.end_wait() }).await, "{why}");
    });
}

#[test]
fn news_that_come_with_the_answer_end_a_wait() {
    test(1, LONG, async |crawl| {
        take(&crawl.first).await;
        let why = "`hand_out` has looked into the queue, then a page has come, and the worker sleeps on: what `news` returns does \
            not know of news before the call of `news`. Nothing hears what comes after the look and before that call";
        for _ in 0..3 {
            let news = async { crawl.redis.tell("PUBLISH crawl:{crawl}:state news") };
            assert!(crawl.take_ends_after(0, news).await, "{why}");
        }
    });
}

#[test]
fn a_queue_without_new_pages_is_not_a_finished_crawl() {
    test(1, LONG, async |crawl| {
        take(&crawl.first).await;
        for _ in 0..2 {
            let began = Instant::now();
            let taken = crawl.second.take(1).await.expect("Redis is there");
            let why = "a page is fetched, which may have links, and `take` says that the crawl is done";
            assert!(taken.is_some(), "{why}");
            let why = "there is nothing to take, and `take` returns at once: each idle worker would ask Redis again and again. Wait \
                for news";
            assert!(began.elapsed() > Duration::from_millis(50), "{why}");
        }
    });
}

#[test]
fn a_wait_without_news_ends() {
    test(1, LONG, async |crawl| {
        let job = take(&crawl.first).await;
        // If it does not, the test hangs.
        crawl.second.take(1).await.expect("Redis is there");
        crawl.first.give_back(&job, 1, Duration::from_millis(60), false).await.expect("Redis is there");
        let why = "a turn comes in 60 ms, and a worker sleeps on: no news tells that a turn has come, and `hand_out` returns the \
            time until then";
        assert!(crawl.take_ends_after(0, async {}).await, "{why}");
    });
}

#[test]
fn a_short_lease_shortens_a_wait() {
    test(1, 1200, async |crawl| {
        take(&crawl.first).await;
        let why = "a lease is 1.2 s, and an idle worker waits for 500 ms or more: the crawl's clock advances by at most half a lease \
            between two calls, so pages of dead workers would come late. Wait for a quarter of a lease at most";
        assert!(crawl.take_ends_after(0, async {}).await, "{why}");
    });
}

#[test]
fn a_crawl_that_redis_has_lost_is_not_a_finished_one() {
    test(1, LONG, async |crawl| {
        crawl.redis.tell("DEL crawl:{crawl}:state");
        let taken = crawl.first.take(1).await;
        let why = "Redis has lost the crawl, and `take` does not say so: the report would lack pages. Return the error";
        assert!(matches!(taken, Err(Fault::Lost(_))), "{why} ({taken:?})");
    });
}
