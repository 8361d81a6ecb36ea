//! Taking jobs from Redis: each goes to one worker, and to another one if that worker dies. It needs redis-server.

mod crawl;

use std::time::{Duration, Instant};

use crawl::{take, take_or, test};
use tokio::time::sleep;
use work::shared::Fault;

use crate::tools::Redis;

/// A lease that is over at once.
const OVER: Duration = Duration::ZERO;

/// A lease that is not over before a test is.
const LONG: Duration = Duration::from_secs(60);

/// In this time, a call of `take` reads the answers, and begins to wait.
const MOMENT: Duration = Duration::from_millis(100);

#[test]
fn redis_server_is_there() {
    assert!(
        Redis::is_installed(),
        "the tests of this exercise need redis-server, and are skipped without it (in Debian: apt-get install redis-server)"
    );
}

#[test]
fn a_page_whose_worker_died_is_taken_over() {
    test(1, OVER, async |crawl| {
        // From here on, the first worker gives no sign.
        let job = take(&crawl.first).await;
        let again = take_or(
            &crawl.second,
            "a worker died with a page, its lease is over, and two calls of `take` do not return the page: the crawl would never end. \
            `hand_out` hands out what is in the queue, and only `put_back` puts the page there again",
        );
        assert_eq!(again.await.text, job.text);
        crawl.settle(&job, &[], OVER).await;
        let taken = crawl.second.take(1).await.expect("Redis is there");
        assert!(taken.is_none(), "the last page is settled, no job is open, and `take` does not say so");
    });
}

#[test]
fn an_old_page_comes_before_new_ones() {
    test(4, OVER, async |crawl| {
        let dead = take(&crawl.first).await.text;
        let taken = [take(&crawl.second).await.text, take(&crawl.second).await.text];
        assert!(
            taken.contains(&dead),
            "a worker died with the job `{dead}`, its lease is over, and two calls return new ones, {taken:?}: a large crawl always \
            has new ones, so the old one would wait until its end. Call `put_back` even if there are new ones"
        );
    });
}

#[test]
fn news_end_a_wait() {
    test(2, LONG, async |crawl| {
        assert!(
            crawl.take_ends_after(&crawl.first, async || {}).await,
            "the queue has a page, and `take` waits all the same: wait only if `hand_out` returns no job"
        );
        let job = take(&crawl.first).await;
        let new_page = async || {
            sleep(MOMENT).await;
            crawl.settle(&job, &["/link"], Duration::ZERO).await;
        };
        assert!(
            crawl.take_ends_after(&crawl.second, new_page).await,
            "a worker waits in `take`, a new page comes, and the worker sleeps on: `changed` waits for what `news` returns"
        );
        let end_wait = async || {
            sleep(MOMENT).await;
            crawl.second.end_wait();
        };
        assert!(
            crawl.take_ends_after(&crawl.second, end_wait).await,
            "a worker waits in `take`, Ctrl-C calls `end_wait`, and `take` does not return: the program would not end. `end_wait` is \
            news, too. After news, return: the caller looks whether it is to end, and calls `take` again"
        );
    });
}

#[test]
fn news_that_come_with_the_answer_end_a_wait() {
    test(1, LONG, async |crawl| {
        take(&crawl.first).await;
        for _ in 0..3 {
            // Redis answers that the queue is empty, and then it has news. The worker has read neither.
            let news = async || crawl.redis.run(&["PUBLISH", "crawl:{crawl}:state", ""]);
            assert!(
                crawl.take_ends_after(&crawl.second, news).await,
                "`hand_out` has looked into the queue, then a page has come, and the worker sleeps on: what `news` returns does not \
                know of news before the call of `news`. Nothing hears what comes after the look and before that call"
            );
        }
    });
}

#[test]
fn a_queue_without_new_pages_is_not_a_finished_crawl() {
    test(1, Duration::from_millis(400), async |crawl| {
        let job = take(&crawl.first).await.text;
        for _ in 0..4 {
            crawl.first.renew(&[job.clone()]).await.expect("Redis is there");
            let began = Instant::now();
            assert!(
                crawl.second.take(10).await.expect("Redis is there").is_some(),
                "the queue is empty, another worker has a page, and `take` says that the crawl is done: the page may have links. \
                `hand_out` returns how many jobs are open"
            );
            assert!(
                began.elapsed() > Duration::from_millis(50),
                "the queue is empty, no lease ends soon, and `take` returns at once: each idle worker would ask Redis again and \
                again. Wait for news before you return none"
            );
        }
    });
}

#[test]
fn a_turn_that_comes_ends_a_wait() {
    test(1, LONG, async |crawl| {
        let job = take(&crawl.first).await;
        crawl.settle(&job, &["/link"], Duration::from_millis(60)).await;
        assert!(
            crawl.take_ends_after(&crawl.second, async || {}).await,
            "the turn of a host comes in 60 ms, and a worker waits longer for it: no news tells that a turn has come. `hand_out` \
            returns the time until then"
        );
    });
}

#[test]
fn a_short_lease_shortens_a_wait() {
    test(1, Duration::from_millis(200), async |crawl| {
        take(&crawl.first).await;
        assert!(
            crawl.take_ends_after(&crawl.second, async || {}).await,
            "a lease is 200 ms, and an idle worker waits longer: pages of dead workers would come late, all the more as the crawl's \
            clock advances by at most half a lease between two scripts. Wait for a quarter of a lease at most"
        );
    });
}

#[test]
fn a_crawl_that_redis_has_lost_is_not_a_finished_one() {
    test(1, LONG, async |crawl| {
        crawl.redis.run::<()>(&["DEL", "crawl:{crawl}:state"]);
        let taken = crawl.first.take(1).await;
        assert!(
            matches!(taken, Err(Fault::Lost(_))),
            "Redis has lost the crawl, and `take` returns {taken:?}: after `None`, the report would lack pages, and not say so. \
            Return the error"
        );
    });
}
