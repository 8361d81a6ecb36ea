//! A batch whose results are taken one after another, by a caller that may turn to something else.

mod tools;

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use own::{Batch, Options};
use tools::{list, poll_and_drop, show, test};

/// Returns options for two fetches at once, with two tries and a pause of 10 seconds.
fn options() -> Options {
    Options { most: 2, deadline: Some(Duration::from_secs(50)), tries: 2, pause: Duration::from_secs(10) }
}

/// Takes so many results, and returns them sorted. Futures of `next` are dropped: one after a poll, the next one when it waits.
macro_rules! take {
    ($net:expr, $batch:expr, $count:expr) => {{
        let mut results = Vec::new();
        for turn in 0..100 {
            let next = match turn % 2 {
                0 => pin!($batch.next()).poll(&mut Context::from_waker(Waker::noop())),
                _ => poll_and_drop($batch.next()),
            };
            match next {
                Poll::Ready(Some((_, result))) => results.push(show(&result)),
                Poll::Ready(None) => break,
                Poll::Pending if turn % 2 == 0 => {}
                Poll::Pending => $net.jump($net.second()),
            }
            if results.len() == $count {
                break;
            }
        }
        results.sort();
        results
    }};
}

#[test]
fn results_come_when_they_are_there() {
    test(|net| {
        let mut batch = Batch::new(net, list(&["a/9", "b/1", "c/1?"]), options());
        let results = net.run(async {
            let mut results = Vec::new();
            for _ in 0..3 {
                let Some((url, result)) = batch.next().await else { break };
                results.push(format!("{} {url} {}", net.second(), show(&result)));
            }
            results
        });
        let why = "the results are there at seconds 1, 2, and 9, and `next` returned others, or at others (left: second, URL, result)";
        assert_eq!(results, ["1 b/1 b", "2 c/1? Missing", "9 a/9 a"], "{why}");
    });
}

#[test]
fn after_the_last_result_there_is_none_each_time() {
    test(|net| {
        let mut batch = Batch::new(net, list(&["a/1"]), options());
        let results = net.run(async { [batch.next().await, batch.next().await, batch.next().await] });
        let why =
            "the list has one page, and `next` was called three times (left: whether it returned a result)";
        assert_eq!(results.map(|result| result.is_some()), [true, false, false], "{why}");
    });
}

#[test]
fn each_next_may_be_awaited_by_another_task() {
    test(|net| {
        let mut batch = Batch::new(net, list(&["a/1", "b/2"]), options());
        // Each run has a waker of its own.
        let urls = [(); 2].map(|()| net.run(batch.next()).map_or_else(String::new, |(url, _)| url));
        assert_eq!(urls, ["a/1", "b/2"], "two tasks take one result each, and they (left) are others");
    });
}

#[test]
fn a_dropped_next_restarts_no_fetch() {
    test(|net| {
        let mut batch = Batch::new(net, list(&["a/1", "b/3", "c/3"]), options());
        assert!(poll_and_drop(batch.next()).is_pending(), "no fetch has ended, and `next` is ready");
        let why = "`next` was dropped, and two fetches are not in flight any more (left): they must belong to the batch";
        assert_eq!(net.flying.get(), 2, "{why}");
        take!(net, batch, 3);
        let why = "`next` was dropped at each await, and three fetches did not begin once each (left: second and page)";
        assert_eq!(*net.begun.borrow(), ["0 a", "0 b", "1 c"], "{why}");
    });
}

#[test]
fn a_dropped_next_loses_no_result() {
    test(|net| {
        let mut batch = Batch::new(net, list(&["a/1", "b/1", "c/1?", "d/2"]), options());
        let why = "`next` was dropped at each await, and four pages have other results (left): what it has taken, and holds at an await, \
            is lost";
        assert_eq!(take!(net, batch, 4), ["Missing", "a", "b", "d"], "{why}");
    });
}

#[test]
fn a_next_that_is_dropped_during_a_pause_loses_no_page() {
    test(|net| {
        let mut batch = Batch::new(net, list(&["a/1!/1", "b/1!/1", "c/5"]), options());
        let why = "`next` was dropped while pages paused, and three pages have other results (left): a page that pauses must belong to \
            the batch";
        assert_eq!(take!(net, batch, 3), ["a", "b", "c"], "{why}");
        let why = "pauses from second 1 to 11 were followed by tries of 1 second, which ended at another one (left): a dropped `next` \
            must not begin the pauses anew";
        assert_eq!(net.second(), 12, "{why}");
    });
}

#[test]
fn what_is_left_is_returned_in_the_order_of_the_list() {
    test(|net| {
        let mut batch = Batch::new(net, list(&["a/1!/9", "b/2", "c/30", "d/30", "e/1"]), options());
        net.run(batch.next());
        assert!(poll_and_drop(batch.next()).is_pending(), "no fetch has ended, and `next` is ready");
        let why = "`b` has a result, `a` pauses, `c` and `d` are in flight, `e` waits, and others are left (left): no page is done \
            before `next` has returned its result";
        assert_eq!(batch.into_left(), ["a/1!/9", "c/30", "d/30", "e/1"], "{why}");
        assert_eq!(net.flying.get(), 0, "the batch is gone, and fetches are in flight (left)");
    });
}
