//! What the queues of the course do beyond that.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::{Kept, Queue, waiting};
use crate::future::poll;
use crate::waker::panicking_waker;

pub fn an_item_cannot_be_done_twice<Q: Queue>() {
    let queue = Q::default();
    queue.put(1);
    queue.task_done();
    let panic = catch_unwind(AssertUnwindSafe(|| queue.task_done())).expect_err("it was done once before");
    let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
    assert!(message.contains("task_done once for each item"), "{message}");
}

pub fn a_dropped_getter_keeps_no_waker<Q: Queue>() {
    let queue = Q::default();
    let (get, count) = waiting(queue.get());
    get.cancel();
    assert_eq!(Arc::strong_count(&count), 1, "the queue still holds the waker of the dropped getter");
}

pub fn a_join_whose_waker_panics_does_not_cost_the_others_their_wake_up<Q: Queue>() {
    let queue = Q::default();
    queue.put(1);
    let mut first = Kept::new(queue.join());
    assert!(poll(&mut first, &panicking_waker()).is_pending(), "the future must wait");
    let [(_second, second), (_third, third)] = [(); 2].map(|()| waiting(queue.join()));
    let panicked = catch_unwind(AssertUnwindSafe(|| queue.task_done())).is_err();
    assert!(panicked, "a waker has panicked, and `task_done` has not");
    assert_eq!((second.get(), third.get()), (1, 1), "their wakers came after one that panicked");
}

/// Returns futures that were polled once, and wait.
fn all_waiting<F: Future>(count: u32, future: impl Fn() -> F) -> Vec<Kept<F>> {
    let mut futures: Vec<_> = (0..count).map(|_| Kept::new(future())).collect();
    assert!(futures.iter_mut().all(|future| polled(future).is_pending()), "the futures must wait");
    futures
}

/// Polls a future once, as [`poll`] does, without a watchdog.
fn polled<F: Future>(future: &mut Kept<F>) -> Poll<F::Output> {
    Pin::new(future).poll(&mut Context::from_waker(Waker::noop()))
}

fn getters_that_get<Q: Queue>(queue: &Q, count: u32) {
    let mut getters = all_waiting(count, || queue.get());
    (0..count).for_each(|item| queue.put(item));
    assert!(getters.iter_mut().all(|get| polled(get).is_ready()));
}

fn getters_that_are_dropped<Q: Queue>(queue: &Q, count: u32) {
    all_waiting(count, || queue.get()).into_iter().for_each(Kept::cancel);
}

fn joins_that_end<Q: Queue>(queue: &Q, count: u32) {
    queue.put(1);
    let mut joins = all_waiting(count, || queue.join());
    queue.task_done();
    assert!(joins.iter_mut().all(|join| polled(join).is_ready()));
}

fn joins_that_are_dropped_while_others_wait<Q: Queue>(queue: &Q, count: u32) {
    queue.put(1);
    let _others = all_waiting(count, || queue.join());
    (0..count).for_each(|_| all_waiting(1, || queue.join()).into_iter().for_each(Kept::cancel));
}

// futures-rs 2398: many waits for one lock take quadratic time.
/// Asserts that no wait looks at all others.
pub fn many_waits_take_linear_time<Q: Queue>() {
    type Waits<Q> = fn(&Q, u32);
    let cases: [(&str, Waits<Q>); 4] = [
        ("getters, and an item for each", getters_that_get),
        ("getters, dropped one after another", getters_that_are_dropped),
        ("joins, and the last item is done", joins_that_end),
        ("joins that wait, and others that are dropped", joins_that_are_dropped_while_others_wait),
    ];
    for (name, waits) in cases {
        // The same number of waits, so that a busy machine slows both down: in quadratic time, the many take 16 times as long.
        let few = cost(|| (0..16).for_each(|_| waits(&Q::default(), 1_000)));
        let many = cost(|| waits(&Q::default(), 16_000));
        assert!(many < few * 8, "{name}: 16 times 1,000 take {few:?}, and 16,000 at once take {many:?}");
    }
}

/// Returns the time that `work` takes, of the CPU where that can be told.
fn cost(work: impl FnOnce()) -> Duration {
    #[cfg(unix)]
    let now = crate::clock::cpu_time;
    #[cfg(not(unix))]
    let begin = std::time::Instant::now();
    #[cfg(not(unix))]
    let now = || begin.elapsed();
    let before = now();
    work();
    now() - before
}
