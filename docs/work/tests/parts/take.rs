//! Taking a target: a worker that is stopped or dropped while it waits has lost none.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

use common::{Options, Target};
use test_tools::future::yield_now;
use test_tools::waker::Count;
use test_tools::watchdog::{BRIEF, returning_within};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Sender, channel};
use tokio_util::sync::CancellationToken;
use work::crawl::{Shared, take};
use work::hosts::Hosts;
use work::pages::Pages;
use work::stream::Tls;

use crate::page::target;

#[test]
fn a_dropped_take_loses_no_target() {
    for polls in 1..4 {
        let queue = Queue::of(&["/0", "/1"]);
        let mut take = queue.take();
        let ready = (0..polls).map(|_| queue.poll(&mut take, Waker::noop())).find(Poll::is_ready);
        drop(take);
        let (returned, left) = (usize::from(matches!(ready, Some(Poll::Ready(Some(_))))), queue.len());
        let why = "a target was dropped with the future: the await that takes a target must be the last one";
        assert_eq!(returned + left, 2, "after {polls} polls, of 2 targets, {left} are left: {why}");
    }
}

#[test]
fn a_dropped_take_leaves_no_task_behind() {
    let queue = Queue::of(&[]);
    drop(queue.waiting(Waker::noop()));
    queue.put(&["/0"]);
    queue.runtime.block_on(async {
        for _ in 0..10 {
            yield_now().await;
            tokio::task::yield_now().await;
        }
    });
    let is_left = queue.shared.targets.try_lock().is_ok_and(|targets| targets.len() == 1);
    let why = "`take` was dropped, and a task that it has spawned takes targets for it: dropping a `JoinHandle` does not end its \
        task. Take the target in this future";
    assert!(is_left, "{why}");
}

#[test]
fn a_worker_that_waits_ends_when_it_is_stopped() {
    let queue = Queue::of(&[]);
    let takes = [Count::new(), Count::new()].map(|(count, waker)| (queue.waiting(&waker), count, waker));
    queue.shared.stop.cancel();
    // First the one that waits for the lock, while the other one still has it.
    for (mut take, count, waker) in takes.into_iter().rev() {
        let why = "a worker waits for the lock or for a target, `stop` is cancelled, and the worker is not woken, or waits on: wait \
            for `stop` at the same time, and not only before";
        assert!(count.get() > 0 && queue.poll(&mut take, &waker) == Poll::Ready(None), "{why}");
    }
}

#[test]
fn a_worker_that_is_stopped_takes_nothing() {
    // Many times, because it may look at `stop` first by chance.
    for (begins, _) in [true, false].into_iter().flat_map(|begins| (0..100).map(move |time| (begins, time))) {
        let queue = Queue::of(&[]);
        let mut take = if begins { queue.take() } else { queue.waiting(Waker::noop()) };
        queue.put(&["/0"]);
        queue.shared.stop.cancel();
        let taken = queue.poll(&mut take, Waker::noop());
        drop(take);
        let when = if begins { "then `take` is called" } else { "a worker waits in `take` already" };
        let why = "which takes the target all the same (left: what it returns, and how many are left): at each poll, look at `stop` \
            before a target is taken, and not only before the wait (`select!` begins with any arm, unless it is `biased`; \
            `run_until_cancelled` begins with its future)";
        let left = (taken, queue.len());
        assert_eq!(left, (Poll::Ready(None), 1), "a target comes, `stop` is cancelled, and {when}, {why}");
    }
}

#[test]
fn each_worker_that_waits_is_woken_for_a_target_of_its_own() {
    let queue = Queue::of(&[]);
    let takes = [(); 3].map(|()| {
        let (count, waker) = Count::new();
        let take = queue.waiting(&waker);
        let why = "the queue is empty, and `take` wakes itself: it would ask again and again, and the thread would never sleep";
        assert_eq!(count.get(), 0, "{why}");
        (take, count, waker)
    });
    queue.put(&["/0", "/1", "/2"]);
    for (number, (mut take, count, waker)) in takes.into_iter().enumerate() {
        let why = "others have theirs, and it is not woken: a channel keeps one waker, the latest one, so only one worker may wait \
            for it, with the lock; the others wait for the lock by an `.await`";
        assert!(count.get() > 0, "there is a target for worker {number}, {number} {why}");
        let expected = Poll::Ready(Some(target(&format!("/{number}"))));
        assert_eq!(queue.poll(&mut take, &waker), expected, "each target goes to one worker, in order");
    }
}

/// Cancels its token when it is woken.
struct Cancels(CancellationToken);

impl Wake for Cancels {
    fn wake(self: Arc<Self>) {
        self.0.cancel();
    }
}

#[test]
fn what_was_taken_is_returned_even_if_the_stop_comes_then() {
    let queue = Queue::of(&[]);
    let mut first = queue.waiting(Waker::noop());
    // It waits for the lock. The first one releases that when it has taken its target, which wakes this one.
    let second = queue.waiting(&Waker::from(Arc::new(Cancels(queue.shared.stop.clone()))));
    queue.put(&["/0"]);
    let taken = queue.poll(&mut first, Waker::noop());
    drop((first, second));
    let why = "`stop` is cancelled at the moment at which a worker has taken a target, and the target is lost: it is neither returned \
        nor in the queue. Look at `stop` before the target is taken, and never between that and its return";
    assert!(taken == Poll::Ready(Some(target("/0"))) || queue.len() == 1, "{why}");
}

#[test]
fn the_end_of_the_queue_is_the_end_of_its_workers() {
    let mut queue = Queue::of(&["/0"]);
    // That drops the sender of this queue.
    queue.sender = channel(1).0;
    let taken = [(); 2].map(|()| queue.poll(&mut queue.take(), Waker::noop()));
    let expected = [Poll::Ready(Some(target("/0"))), Poll::Ready(None)];
    assert_eq!(taken, expected, "nothing more can come: a worker takes what is left, and then ends");
}

/// A queue of targets, and what its workers share.
struct Queue {
    /// It runs nothing, unless a test does. A wrong answer may need it all the same.
    runtime: Runtime,
    shared: Arc<Shared>,
    sender: Sender<Target>,
}

type Take = Pin<Box<dyn Future<Output = Option<Target>>>>;

impl Queue {
    /// Makes a queue of the targets with these paths. It has four places.
    fn of(paths: &[&str]) -> Queue {
        let (sender, targets) = channel(4);
        let shared = Shared {
            services: Arc::new(Options::new([]).into()),
            tls: Tls::new(&Options::new([])),
            targets: Arc::new(Mutex::new(targets)),
            queue: sender.downgrade(),
            outcomes: channel(1).0,
            stop: CancellationToken::new(),
            pages: Pages::default(),
            hosts: Hosts::default(),
        };
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let queue = Queue { runtime, shared: Arc::new(shared), sender };
        queue.put(paths);
        queue
    }

    /// Puts the targets with these paths.
    fn put(&self, paths: &[&str]) {
        paths.iter().for_each(|path| self.sender.try_send(target(path)).unwrap());
    }

    /// Begins to take a target.
    fn take(&self) -> Take {
        let shared = Arc::clone(&self.shared);
        Box::pin(async move { take(&shared).await })
    }

    /// Begins to take a target from an empty queue, and polls once.
    #[track_caller]
    fn waiting(&self, waker: &Waker) -> Take {
        let mut take = self.take();
        let waits = self.poll(&mut take, waker).is_pending();
        assert!(waits, "the queue is empty, and `take` does not wait: an empty queue is not a finished one");
        take
    }

    /// Polls a take once.
    fn poll(&self, take: &mut Take, waker: &Waker) -> Poll<Option<Target>> {
        let _entered = self.runtime.enter();
        let hangs = "a poll of `take` does not return: something blocks the thread, or asks again and again. Wait by an `.await`";
        returning_within(BRIEF, hangs, || take.as_mut().poll(&mut Context::from_waker(waker)))
    }

    /// Returns how many targets are in the queue.
    #[track_caller]
    fn len(&self) -> usize {
        let targets = self.shared.targets.try_lock();
        targets.expect("no worker waits any more, and the lock is not released").len()
    }
}
