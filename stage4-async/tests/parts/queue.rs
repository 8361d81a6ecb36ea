//! The joinable queue: an empty queue is not a finished one, and a dropped getter loses no item.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Poll, Waker};

use futures::FutureExt;
use stage4_async::queue::Queue;
use test_tools::waker::Count;

use crate::tools::{poll, poll_or};

test_tools::any_queue!(Queue);

/// Polls a future that must wait. The message of a panic in it is `panics`.
#[track_caller]
fn assert_waits<F: Future + Unpin>(future: &mut F, waker: &Waker, panics: &str) {
    let polled = catch_unwind(AssertUnwindSafe(|| poll(future, waker).is_pending()));
    let waits = polled.unwrap_or_else(|_| panic!("{panics}"));
    assert!(waits, "it is ready, but there is no item for it, or an item is unfinished");
}

#[test]
fn a_getter_that_waits_is_woken_by_a_put_and_not_before() {
    let (queue, (count, waker)) = (Queue::default(), Count::new());
    let mut get = Box::pin(queue.get());
    assert_waits(&mut get, &waker, "an empty queue is no error");
    assert_eq!(count.get(), 0, "the queue is empty, and the getter wakes itself: it would never sleep");
    let is_stored = Arc::strong_count(&count) > 2;
    queue.put(7);
    let rule = "the getter is pending, and its waker is stored nowhere: await the `recv()` of the receiver (`try_recv` and \
        `pending!` store none)";
    assert!(is_stored || count.get() > 0, "{rule}");
    assert_eq!(count.get(), 1, "a getter waits, and an item was put: `Pending` promises a wake-up");
    let why =
        "the getter was woken for an item, and does not return it: at another await, the item could be lost";
    assert_eq!(poll(&mut get, &waker), Poll::Ready(7), "{why}");
}

#[test]
fn a_getter_that_waits_with_others_is_woken_for_an_item_of_its_own() {
    let queue = Queue::default();
    let mut getters = [(); 3].map(|()| (Box::pin(queue.get()), Count::new()));
    for (get, (_, waker)) in &mut getters {
        assert_waits(get, waker, "a getter panicked because another one waits");
    }
    (0..3).for_each(|item| queue.put(item));
    for (number, (get, (count, waker))) in getters.iter_mut().enumerate() {
        let why = "an item was put for each getter that waits, and this one is not woken";
        assert!(count.get() > 0, "{why}");
        let rule = "each item goes to one getter, in the order of the puts";
        assert_eq!(poll(get, waker), Poll::Ready(number), "{rule}");
    }
}

#[test]
fn a_join_looks_again_when_it_is_woken() {
    let (queue, (count, waker)) = (Queue::default(), Count::new());
    queue.put(1);
    let mut join = Box::pin(queue.join());
    assert_waits(&mut join, &waker, "an unfinished item is no error");
    assert_eq!(count.get(), 0, "an item is unfinished, and the join wakes itself: it would never sleep");
    queue.task_done();
    assert_eq!(count.get(), 1, "every item is done: the join must be woken");
    queue.put(2);
    let hangs = "a poll of the join does not return: it was woken, there is a new item by now, and a oneshot has one \
        message, after which its receiver is ready at once: make a new channel for each wait";
    let polled = poll_or(hangs, &mut join, &waker);
    assert!(polled.is_pending(), "the join was woken, but there is a new item by now: look again");
    queue.task_done();
    assert!(poll(&mut join, &waker).is_ready(), "every item is done, and the join waits on");
}

#[test]
fn a_join_of_a_queue_without_items_is_ready_at_once() {
    let queue = Queue::<u32>::default();
    let is_ready = poll(&mut Box::pin(queue.join()), Waker::noop()).is_ready();
    assert!(is_ready, "nothing is unfinished, and the join waits: look at `unfinished` first, and then wait");
}

#[test]
fn two_joins_may_wait_at_once() {
    let (queue, (count, waker)) = (Queue::default(), Count::new());
    queue.put(1);
    let [mut first, mut second] = [(); 2].map(|()| Box::pin(queue.join()));
    assert_waits(&mut first, &waker, "an unfinished item is no error");
    assert_eq!(count.get(), 0, "an item is unfinished, and the join wakes itself: it would never sleep");
    assert_waits(&mut second, Waker::noop(), "the first join holds a borrow across its await");
    let why =
        "a second join has woken the first one, and no item is done: keep the senders of both in `joiners`";
    assert_eq!(count.get(), 0, "{why}");
    let done = catch_unwind(AssertUnwindSafe(|| queue.task_done()));
    assert!(done.is_ok(), "a join holds a borrow across its await, so `task_done` panics");
    for join in [&mut first, &mut second] {
        assert!(poll(join, Waker::noop()).is_ready(), "every item is done, and a join waits on");
    }
}

#[test]
fn joins_that_were_dropped_leave_nothing_behind() {
    let queue = Queue::default();
    queue.put(1);
    let dropped = || (0..1000).for_each(|_| assert_eq!(queue.join().now_or_never(), None));
    let left = allocation_counter::measure(dropped).count_current;
    let why = "1,000 joins have been dropped, and their senders are still in `joiners`";
    assert!(left < 100, "{why}: `add_joiner` removes those of dropped joins");
}
