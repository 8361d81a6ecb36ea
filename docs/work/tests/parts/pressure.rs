//! Back-pressure: the owner of the frontier waits for a place in the queue and for an outcome at once.

mod crawl;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::task::{Context, Waker};

use common::{Frontier, Target};
use crawl::Crawl;
use tokio::sync::mpsc::channel;
use work::crawl::Owner;

use crate::page::url;

const LOST: &str = "the targets are lost. A `try_send` without a place returns its target in the error. An arm of `select!` that loses \
    drops its `send`, with the target";

#[test]
fn an_outcome_is_taken_while_the_queue_is_full() {
    let mut crawl = Crawl::new(4);
    crawl.poll();
    crawl.hand_in(Target::page(Arc::new(url("/0"))), &[]);
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
        crawl.poll();
        let target = crawl.targets.try_recv().unwrap_or_else(|_| {
            panic!(
                "the queue is empty, {} of 3 roots were not put into it, and no page is fetched: so no outcome comes, and \
                nothing else puts them there",
                left + 1
            )
        });
        if left > 0 && crawl.woken.get() == before {
            crawl.hand_in(target, &[]);
            crawl.poll();
            assert!(
                crawl.targets.try_recv().is_ok(),
                "{left} roots had no place in the queue, and never come there: {LOST}"
            );
            panic!(
                "a worker has taken a target, {left} others wait for its place, and the owner is not woken: it waits for an \
                outcome alone. If the queue is short, the other workers are idle until a page is fetched"
            );
        }
    }
}

#[test]
fn no_target_is_lost_and_none_is_put_twice() {
    let mut crawl = Crawl::new(10);
    let (mut put, mut held) = (BTreeSet::new(), Vec::new());
    loop {
        let ended = crawl.poll();
        let taken = crawl.targets.try_recv().ok();
        if ended {
            break;
        }
        let is_idle = taken.is_none() && held.is_empty();
        assert!(
            !is_idle,
            "{} of 15 pages were put into the queue and fetched, the owner waits on, and no worker has anything to do: {LOST}",
            put.len()
        );
        if let Some(target) = taken {
            let path = target.url.path().to_owned();
            assert!(put.insert(path.clone()), "{path} was put twice");
            held.push(target);
            // The place is filled again, before the worker hands in its outcome.
            crawl.poll();
        }
        if let Some(target) = held.pop() {
            let links: &[_] =
                if target.url.path() == "/0" { &["/10", "/11", "/12", "/13", "/14"] } else { &[] };
            crawl.hand_in(target, links);
        }
    }
    assert_eq!(put.len(), 15, "the owner has ended, but not all of the 15 pages were put into the queue");
}

#[test]
fn what_has_no_place_waits_with_the_owner() {
    let mut crawl = Crawl::new(10);
    crawl.poll();
    assert_eq!(
        crawl.queue.strong_count(),
        1,
        "9 targets have no place in the queue, and each that waits for one holds a clone of it (left: clones): tasks that wait \
        are a queue without a bound, and nothing waits for their end. Keep the targets in `found`"
    );
}

#[test]
fn an_empty_queue_is_not_a_finished_crawl() {
    let mut crawl = Crawl::new(2);
    let [first, second] = ["first", "second"].map(|which| {
        assert!(!crawl.poll(), "no page was fetched, and the owner has ended: count what is `open`");
        crawl.targets.try_recv().unwrap_or_else(|_| {
            panic!(
                "the queue has a place, and the owner has not put the {which} of 2 roots there: it must put what it has in \
                `found` as soon as there is a place, and not only after an outcome"
            )
        })
    });
    let why = "the queue is empty, a worker fetches a page, and the owner has ended: the page may have links. Count what is \
        `open`";
    crawl.hand_in(first, &[]);
    assert!(!crawl.poll(), "{why}");
    crawl.hand_in(second, &["/link"]);
    assert!(!crawl.poll(), "{why}");
    let link = crawl.targets.try_recv().unwrap_or_else(|_| {
        panic!(
            "a page with a link was handed in, the queue has a place, and the link is not put there: settle the outcome, which \
            adds the link to `found`, and put it"
        )
    });
    assert_eq!(link.url.path(), "/link");
    crawl.hand_in(link, &[]);
    assert!(crawl.poll(), "no page is open any more, and the owner does not end");
}

#[test]
fn a_dropped_work_leaves_what_waits_in_found() {
    let options = crate::page::options(3);
    let mut owner = Owner::new(&Arc::new(options.clone().into()), Frontier::new(&options));
    let ((queue, mut targets), (_sender, mut outcomes)) = (channel(1), channel(1));
    let mut put = 0;
    for _ in 0..3 {
        let mut work = Box::pin(owner.work(&queue, &mut outcomes));
        let _ = work.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        drop(work);
        put += usize::from(targets.try_recv().is_ok());
    }
    assert_eq!(
        put, 3,
        "`work` was dropped while targets waited, and of 3 targets, those that are left were put: a target that waits stays in \
        `found` until it has its place"
    );
}
