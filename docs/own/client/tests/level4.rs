//! A batch whose results are taken one after another, by a caller that may turn to something else.

mod tools;

use std::{sync::Arc, task::Poll};

use own::Batch;
use tools::{Duration, MANY, Memory, Options, list, poll, show};

/// Returns options for two fetches at once, with two tries and a pause of 10 seconds.
fn options() -> Options {
    Options { most: 2, deadline: Some(Duration::from_secs(50)), tries: 2, pause: Duration::from_secs(10) }
}

/// Takes all results, and shows them sorted. Each future of `next` is dropped: after one poll, and when it waits.
fn take(net: &Memory, batch: &mut Batch<'_, Memory>) -> String {
    let mut results = Vec::new();
    for most in [1, MANY].repeat(50) {
        match poll(batch.next(), most, &Arc::default()) {
            Poll::Ready(Some((_, result))) => results.push(show(&result)),
            Poll::Ready(None) => break,
            Poll::Pending if most == 1 => {}
            Poll::Pending => net.jump(),
        }
    }
    results.sort();
    results.join(" ")
}

#[test]
fn results_come_when_they_are_there_and_then_none() {
    let net = Memory::default();
    let mut batch = Batch::new(&net, list("a/9 b/1 c/1?"), options());
    assert_eq!(*net.begun.borrow(), [""; 0], "`next` was not polled yet, and these fetches have begun");
    // Each run is another task, with a waker of its own.
    let at = |(url, result): (String, _)| format!("{} {url} {}", net.now.get(), show(&result));
    let results = [(); 3].map(|()| net.run(batch.next()).map(at).unwrap_or_default());
    let why = "the results are there at seconds 1, 2, and 9, and `next` returned others, or at others (left: second, \
        URL, result)";
    assert_eq!(results, ["1 b/1 b", "2 c/1? Missing", "9 a/9 a"], "{why}");
    let further = [(); 2].map(|()| net.run(batch.next()));
    assert_eq!(further, [None, None], "the list has three pages, and `next` returned more (left)");
}

#[test]
fn window_deadlines_and_tries_are_as_before() {
    let net = Memory::default();
    let options = Options { most: 0, deadline: Some(Duration::from_secs(5)), tries: 3, ..options() };
    let results = take(&net, &mut Batch::new(&net, list("a/- b/1"), options));
    assert_eq!(results, "Late b", "the limit is 0, which counts as 1, and the results (left) are others");
    let why = "the limit is 0, which counts as 1, `a` is late after 5 seconds, and pauses for 10 and then 20 seconds, and \
        fetches began at other times (left: time and page)";
    assert_eq!(*net.begun.borrow(), ["0 a", "5 b", "15 a", "40 a"], "{why}");
}

#[test]
fn a_dropped_next_loses_nothing_and_repeats_nothing() {
    let net = Memory::default();
    let mut batch = Batch::new(&net, list("a/1!/1 b/3 c/3?"), options());
    for _ in 0..2 {
        assert!(poll(batch.next(), MANY, &Arc::default()).is_pending(), "`next` is ready without a result");
        let why = "`next` was dropped, and not two fetches (left) are in flight: they belong to the batch";
        assert_eq!(net.flying(), 2, "{why}");
    }
    let why = "`next` was dropped, and the next one begins fetches anew (left: second and page)";
    assert_eq!(*net.begun.borrow(), ["0 a", "0 b"], "{why}");
    let why = "`next` was dropped at each await, and three pages have other results (left): what it has taken, and \
        holds at an await, is lost, be it a result or a page that pauses";
    assert_eq!(take(&net, &mut batch), "Missing a b", "{why}");
    let why = "`next` was dropped at each await, and fetches began at other times (left: second and page): it must not \
        begin fetches or pauses anew";
    assert_eq!(*net.begun.borrow(), ["0 a", "0 b", "1 c", "11 a"], "{why}");
}

#[test]
fn what_is_left_is_returned_in_the_order_of_the_list() {
    let net = Memory::default();
    let mut batch = Batch::new(&net, list("a/1!/9 b/2 c/30 d/30 e/1"), options());
    net.run(batch.next());
    assert!(poll(batch.next(), MANY, &Arc::default()).is_pending(), "`next` is ready without a result");
    let why = "`b` has a result, `a` pauses, `c` and `d` are in flight, `e` waits, and others are left (left): no page \
        is done before `next` has returned its result";
    assert_eq!(batch.into_left(), ["a/1!/9", "c/30", "d/30", "e/1"], "{why}");
    assert_eq!(net.flying(), 0, "the batch is gone, and fetches are in flight (left)");
    let net = Memory::default();
    let mut batch = Batch::new(&net, list("a/9/1 b/9 a/9/1 c/2 d/2"), Options { most: 5, ..options() });
    let mut next = || net.run(batch.next()).map(|(url, _)| url).unwrap_or_default();
    let (first, second) = (next(), next());
    assert_eq!(first, "a/9/1", "the page that comes first is not the first result (left)");
    let ready = if second == "c/2" { "d/2" } else { "c/2" };
    let why = "the second `a` and one of `c` and `d` have been returned, and others are left (left): a URL may stand at two \
        places, and a page that was fetched is left until `next` has returned it";
    assert_eq!(batch.into_left(), ["a/9/1", "b/9", ready], "{why}");
}
