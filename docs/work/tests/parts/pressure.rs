//! Back-pressure: the owner of the frontier waits for a place in the queue and for an outcome at once.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Context;

use common::{Frontier, Options, Outcome, Target};
use test_tools::waker::Count;
use test_tools::watchdog::{BRIEF, returning_within};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{Receiver, Sender, WeakSender, channel};
use work::crawl::Owner;

use crate::page::{self, outcome, target};

const LOST: &str = "the targets are lost. A `try_send` without a place returns its target in the error. An arm of `select!` that loses \
    drops its `send`, with the target";

#[test]
fn an_outcome_is_taken_while_the_queue_is_full() {
    let mut crawl = Crawl::new(10, 1);
    crawl.poll();
    let why = "9 targets have no place in the queue, and each that waits for one holds a clone of it (left: clones): tasks that wait \
        are a queue without a bound, and nothing waits for their end. Keep the targets in `found`";
    assert_eq!(crawl.queue.strong_count(), 1, "{why}");
    crawl.hand_in("/0", &[]);
    crawl.poll();
    let why = "the queue is full, a worker hands in an outcome, and the owner does not take it, because it waits for a place in the \
        queue alone. If all workers wait with an outcome, none of them takes a target: a deadlock";
    assert_eq!(crawl.outcomes.capacity(), 1, "{why}");
}

#[test]
fn a_place_is_filled_as_soon_as_it_is_free() {
    let mut crawl = Crawl::new(3, 1);
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
fn one_free_place_of_several_is_filled_at_once() {
    for places in [2, 5, 16] {
        let mut crawl = Crawl::new(4 * places, places);
        for left in (0..4 * places).rev() {
            crawl.wait();
            crawl.take();
            crawl.wait();
            let why = "a worker has taken one target of a full queue, others wait for its place, and the owner does not fill it: it \
                waits for several places at once, or for an outcome (left: targets in the queue)";
            assert_eq!(crawl.targets.len(), left.min(places), "{why}");
        }
    }
}

#[test]
fn no_target_is_lost_and_none_is_put_twice() {
    let (mut crawl, mut put) = (Crawl::new(10, 1), BTreeSet::new());
    while !crawl.poll() {
        let Some(path) = crawl.take() else {
            panic!("{} of 15 pages were put into the queue, and the owner waits on: {LOST}", put.len());
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
    let mut crawl = Crawl::new(2, 1);
    let [first, second] = [(); 2].map(|()| crawl.next("one of 2 roots"));
    crawl.hand_in(&first, &[]);
    crawl.wait();
    crawl.hand_in(&second, &["/link"]);
    let link = crawl.next("the link of a page that was handed in");
    crawl.hand_in(&link, &[]);
    assert!(crawl.poll(), "no page is open any more, and the owner does not end");
}

/// The owner of a frontier, which the test polls, and the workers' ends of its channels. That for outcomes has one place.
struct Crawl {
    /// It runs nothing. A wrong answer may need it all the same.
    runtime: Runtime,
    options: Options,
    owner: Pin<Box<dyn Future<Output = ()>>>,
    woken: Arc<Count>,
    targets: Receiver<Target>,
    queue: WeakSender<Target>,
    outcomes: Sender<(Target, Outcome)>,
}

impl Crawl {
    /// Makes a crawl whose roots are `/0`, `/1` and so on, and whose queue has so many places.
    fn new(roots: usize, places: usize) -> Crawl {
        let options = page::options(roots);
        let mut owner = Owner::new(&Arc::new(options.clone().into()), Frontier::new(&options));
        let ((sender, targets), (outcomes, mut receiver)) = (channel(places), channel(1));
        let queue = sender.downgrade();
        let owner = Box::pin(async move { owner.work(&sender, &mut receiver).await });
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        Crawl { runtime, options, owner, woken: Arc::default(), targets, queue, outcomes }
    }

    /// Polls the owner, and returns whether it has ended. If it waits, it must not have woken itself.
    #[track_caller]
    fn poll(&mut self) -> bool {
        let _entered = self.runtime.enter();
        let waker = Arc::clone(&self.woken).into();
        let before = self.woken.get();
        let hangs = "a poll of the owner does not return: something blocks the thread, or an arm of the `select!` is always ready, \
            such as `reserve` while no target waits for the place";
        let poll = || self.owner.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
        let ended = returning_within(BRIEF, hangs, poll);
        let why = "the owner is pending, and wakes itself: it would ask again and again. `reserve` and `recv` wake it when there is \
            something to do";
        assert!(ended || self.woken.get() == before, "{why}");
        ended
    }

    /// Polls the owner, which has pages to wait for.
    #[track_caller]
    fn wait(&mut self) {
        let why = "a page is not fetched yet, and the owner has ended: the page may have links. Count what is `open`";
        assert!(!self.poll(), "{why}");
    }

    /// Takes a target from the queue, and returns its path.
    fn take(&mut self) -> Option<String> {
        self.targets.try_recv().ok().map(|target| target.url.path().to_owned())
    }

    /// Polls the owner, and takes a target, which must be there.
    #[track_caller]
    fn next(&mut self, which: &str) -> String {
        self.wait();
        let why = "there: it must put what it has in `found` as soon as there is a place, and not only after an outcome, and what it \
            settles adds to `found`";
        let taken = self.take();
        taken.unwrap_or_else(|| panic!("the queue has a place, and the owner has not put {which} {why}"))
    }

    /// Hands in the outcome of a page, as a worker does. There must be a place for it.
    #[track_caller]
    fn hand_in(&self, path: &str, links: &[&str]) {
        let target = target(path);
        let outcome = outcome(&target, links, &self.options);
        let why = "a worker waits with an outcome, and the owner does not take the one before it";
        assert!(self.outcomes.try_send((target, outcome)).is_ok(), "{why}");
    }
}
