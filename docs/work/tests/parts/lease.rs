//! Taking jobs from Redis, whose answers may be lost. It needs redis-server.

mod crawl;

use crawl::test;
use tokio::task::yield_now;
use work::shared::Fault;

use crate::server::Redis;

#[test]
fn redis_server_is_there() {
    let why = "without redis-server, the tests of this exercise are skipped: install it";
    assert!(Redis::is_installed(), "{why}");
}

#[test]
fn a_page_whose_answer_was_lost_is_not_lost() {
    test(&["/1", "/2"], async |crawl| {
        crawl.lose(1);
        let why = "Redis has handed out /1 to this worker, the answer was lost, and `take` does not return /1: `>` are pages that no \
            worker has had. This worker is alive, so nothing takes /1 away from it. Read from `0`, and return lost pages first";
        assert_eq!(crawl.take(1).await, ["/1"], "{why}");
    });
}

#[test]
fn a_page_that_is_held_is_not_taken_again() {
    test(&["/1", "/2"], async |crawl| {
        crawl.take(1).await;
        let why = "`take` has returned a page, and the worker does not hold it. The next doubt would find the page in Redis, and \
            return it once more while it is fetched";
        assert_eq!(crawl.worker.age().0, 1, "{why}");
        crawl.worker.doubt();
        let taken = crawl.take(2).await;
        let why = "this worker holds /1, and `take` returns it again: two tasks would fetch it at once. From `0` come all pages that \
            are this worker's, also those that it holds";
        assert!(!taken.contains(&"/1".to_owned()), "{why}");
        let why = "an answer may have been lost, none was, and `take` does not return /2, which is new: read from `>`, too";
        assert_eq!(taken, ["/2"], "{why}");
    });
}

#[test]
fn a_lost_page_is_found_behind_those_that_are_held() {
    test(&["/1", "/2", "/3"], async |crawl| {
        crawl.take(2).await;
        crawl.lose(1);
        let why = "this worker holds /1 and /2, the answer with /3 was lost, and `take(1)` does not return /3: from `0`, Redis begins \
            with the oldest page, which may be held. Read them all, and then choose";
        assert_eq!(crawl.take(1).await, ["/3"], "{why}");
    });
}

#[test]
fn more_lost_pages_than_there_is_room_for_come_with_the_next_calls() {
    test(&["/1", "/2", "/3", "/4"], async |crawl| {
        crawl.lose(3);
        let mut taken = crawl.take(2).await;
        let why = "three pages were lost, `take(2)` has room for two, and returns another number";
        assert_eq!(taken.len(), 2, "{why}");
        taken.extend(crawl.take(1).await);
        let why = "three pages were lost, the first call had room for two, and the second one does not return the third: as long as \
            one is left, the doubt must stay";
        assert_eq!(taken, ["/1", "/2", "/3"], "{why}");
        assert_eq!(
            crawl.take(1).await,
            ["/4"],
            "no lost page is left, and `take` does not return /4, which is new"
        );
    });
}

#[test]
fn a_lost_page_does_not_wait_for_new_ones() {
    test(&["/1"], async |crawl| {
        crawl.lose(1);
        let worker = crawl.worker.clone();
        let call = tokio::spawn(async move { worker.take(2).await });
        while !call.is_finished() {
            let why = "`take` has found a lost page, and waits for a new one before it returns: return what is found at once";
            assert_eq!(crawl.redis.info("blocked_clients"), 0.0, "{why}");
            yield_now().await;
        }
    });
}

#[test]
fn a_page_that_is_settled_meanwhile_is_not_taken_again() {
    test(&["/1", "/2"], async |crawl| {
        let job = crawl.worker.take(1).await.expect("Redis is there").remove(0);
        crawl.worker.doubt();
        let settle = async || crawl.worker.settle(&<_>::default(), &job.id).await.expect("Redis is there");
        let taken = crawl.take_while(settle).await;
        let why = "Redis has answered that /1 is this worker's, then another task has settled /1, and then `take` has looked whether \
            the worker holds it. Compare the answer with what the worker held before Redis was asked";
        assert!(!taken.contains(&"/1".to_owned()), "{why}");
    });
}

#[test]
fn a_doubt_that_comes_meanwhile_stays() {
    test(&["/1", "/2", "/3"], async |crawl| {
        crawl.take(1).await;
        crawl.worker.doubt();
        let mut taken = crawl.take_while(async || crawl.lose(1)).await;
        taken.extend(crawl.take(1).await);
        let why = "`take` has asked Redis because of a doubt, Redis has answered, then there was another doubt, and `take` has cleared \
            both: the answer knows nothing of what was lost after it. Clear the doubt before you ask";
        assert!(taken.contains(&"/2".to_owned()), "{why}");
    });
}

#[test]
fn without_a_doubt_redis_is_asked_once() {
    test(&["/1", "/2", "/3"], async |crawl| {
        crawl.take(1).await;
        crawl.worker.doubt();
        crawl.take(1).await;
        let before = crawl.reads();
        crawl.take(1).await;
        let why = "no answer was lost since the last call, and `take` asks Redis for more than new pages. Redis has one thread for \
            all workers";
        assert_eq!(crawl.reads() - before, 1, "{why}");
    });
}

#[test]
fn a_call_without_a_page_returns_none() {
    test(&[], async |crawl| {
        // If `take` waits on, the test hangs.
        assert!(crawl.take(1).await.is_empty());
        crawl.worker.doubt();
        assert!(crawl.take(1).await.is_empty());
    });
}

#[test]
fn what_redis_refuses_is_an_error() {
    test(&[], async |crawl| {
        crawl.redis.tell("DEL crawl:{crawl}:jobs");
        crawl.redis.tell("SET crawl:{crawl}:jobs another");
        let why =
            "Redis refuses the call, and `take` says that there is no page: the worker would wait for ever";
        assert!(matches!(crawl.worker.take(1).await, Err(Fault::Refused(_))), "{why}");
        crawl.worker.doubt();
        assert!(matches!(crawl.worker.take(1).await, Err(Fault::Refused(_))), "{why}");
    });
}
