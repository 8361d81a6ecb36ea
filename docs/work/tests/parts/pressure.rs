//! Back-pressure: the owner of the frontier waits for a place in the queue and for an outcome at once.

mod crawl;

use std::collections::BTreeSet;

use crawl::Crawl;

const LOST: &str = "the targets are lost. A `try_send` without a place returns its target in the error. An arm of `select!` that loses \
    drops its `send`, with the target";

#[test]
fn an_outcome_is_taken_while_the_queue_is_full() {
    let mut crawl = Crawl::new(10);
    crawl.poll();
    assert_eq!(
        crawl.queue.strong_count(),
        1,
        "9 targets have no place in the queue, and each that waits for one holds a clone of it (left: clones): tasks that wait \
        are a queue without a bound, and nothing waits for their end. Keep the targets in `found`"
    );
    crawl.hand_in("/0", &[]);
    crawl.poll();
    assert_eq!(
        crawl.outcomes.capacity(),
        1,
        "the queue is full, a worker hands in an outcome, and the owner does not take it, because it waits for a place in the \
        queue alone. If all workers wait with an outcome, none of them takes a target: a deadlock"
    );
}

#[test]
fn a_place_is_filled_as_soon_as_it_is_free() {
    let mut crawl = Crawl::new(3);
    for left in (0..3).rev() {
        let before = crawl.woken.get();
        let root = crawl.next("one of 3 roots");
        if left > 0 && crawl.woken.get() == before {
            crawl.hand_in(&root, &[]);
            crawl.poll();
            let comes = crawl.take().is_some();
            assert!(comes, "{left} roots had no place in the queue, and never come there: {LOST}");
            panic!(
                "a worker has taken a target, {left} others wait for its place, and the owner is not woken: it waits for an \
                outcome alone. If the queue is short, the other workers are idle until a page is fetched"
            );
        }
    }
}

#[test]
fn no_target_is_lost_and_none_is_put_twice() {
    let (mut crawl, mut put) = (Crawl::new(10), BTreeSet::new());
    while !crawl.poll() {
        let Some(path) = crawl.take() else {
            panic!(
                "{} of 15 pages were put into the queue and fetched, and the owner waits on: {LOST}",
                put.len()
            )
        };
        // The place is filled again, before the worker hands in its outcome.
        crawl.poll();
        let links: &[_] = if path == "/0" { &["/10", "/11", "/12", "/13", "/14"] } else { &[] };
        crawl.hand_in(&path, links);
        assert!(put.insert(path), "a target was put twice");
    }
    assert_eq!(put.len(), 15, "the owner has ended, but not all of the 15 pages were put into the queue");
}

#[test]
fn an_empty_queue_is_not_a_finished_crawl() {
    let mut crawl = Crawl::new(2);
    let [first, second] = [(); 2].map(|()| crawl.next("one of 2 roots"));
    crawl.hand_in(&first, &[]);
    crawl.wait();
    crawl.hand_in(&second, &["/link"]);
    let link = crawl.next("the link of a page that was handed in");
    crawl.hand_in(&link, &[]);
    assert!(crawl.poll(), "no page is open any more, and the owner does not end");
}
