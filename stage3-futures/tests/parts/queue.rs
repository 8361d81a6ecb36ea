//! The joinable queue: an empty queue is not a finished one, and a dropped getter loses no item.

use std::task::{Poll, Waker};

use stage3_futures::queue::Queue;
use test_tools::any_queue::{Kept, waiting};
use test_tools::future::poll;
use test_tools::waker::{Count, acting_waker, has_acted};

test_tools::any_queue!(Queue);

const TAKES: &str =
    "there is an item, and a getter that is polled must take the first one, whichever getters wait";

#[test]
fn each_item_wakes_only_the_getter_that_waits_longest() {
    let queue = Queue::default();
    let [(_first, first), (_second, second)] = [waiting(queue.get()), waiting(queue.get())];
    queue.put(1);
    assert_eq!((first.get(), second.get()), (1, 0), "the first item must wake the first getter alone");
    queue.put(2);
    assert_eq!((first.get(), second.get()), (1, 1), "the second item must wake the second getter");
}

#[test]
fn a_getter_keeps_its_place_if_another_one_takes_its_item() {
    let queue = Queue::default();
    let [(mut first, _), (_second, second)] = [waiting(queue.get()), waiting(queue.get())];
    queue.put(1);
    assert_eq!(poll(&mut Kept::new(queue.get()), Waker::noop()), Poll::Ready(1), "{TAKES}");
    let (count, waker) = Count::new();
    assert!(poll(&mut first, &waker).is_pending(), "the queue is empty again, so the future must wait");
    queue.put(2);
    let woken = (count.get(), second.get());
    let message = "a getter keeps its number: polled again, it must not go to the end of the line";
    assert_eq!(woken, (1, 0), "{message}");
}

#[test]
fn a_getter_that_has_its_item_is_no_longer_in_line() {
    let queue = Queue::default();
    let [(_first, _), (mut second, _)] = [waiting(queue.get()), waiting(queue.get())];
    queue.put(1);
    // The second getter is polled without a wake-up, and takes the item. It is not dropped yet.
    assert_eq!(poll(&mut second, Waker::noop()), Poll::Ready(1), "{TAKES}");
    let (_third, third) = waiting(queue.get());
    queue.put(2);
    let why =
        "the item did not wake the getter that waits: is the waker of one that has its item still stored?";
    assert_eq!(third.get(), 1, "{why}");
}

#[test]
fn a_getter_that_is_dropped_with_its_item_wakes_no_other() {
    let queue = Queue::default();
    let [(mut first, _), (_second, second)] = [waiting(queue.get()), waiting(queue.get())];
    queue.put(1);
    assert_eq!(poll(&mut first, Waker::noop()), Poll::Ready(1), "{TAKES}");
    first.cancel();
    assert_eq!(second.get(), 0, "a getter was woken, but there is no item");
}

#[test]
fn the_waker_that_a_dropped_getter_wakes_may_use_the_queue() {
    let queue = Queue::default();
    let ((first, _), mut second) = (waiting(queue.get()), Kept::new(queue.get()));
    let used = queue.clone();
    assert!(poll(&mut second, &acting_waker(move || used.put(8))).is_pending(), "the future must wait");
    queue.put(7);
    first.cancel();
    assert!(has_acted(), "the dropped getter was woken for the item: it must wake the next one");
}

#[test]
fn a_dropped_getter_wakes_no_more_than_one() {
    let queue = Queue::default();
    let [(first, _), (_second, second), (_third, third)] = [(); 3].map(|()| waiting(queue.get()));
    queue.put(7);
    first.cancel();
    assert_eq!(second.get(), 1, "the dropped getter was woken for the item: it must wake the next one");
    let why = "for one item, two getters were woken: one of them in vain, and out of its place";
    assert_eq!(third.get(), 0, "{why}");
}

#[test]
fn a_getter_that_leaves_the_line_does_not_wake_its_own_task() {
    let queue = Queue::default();
    let [(_first, _), (second, count)] = [(); 2].map(|()| waiting(queue.get()));
    queue.put(7);
    // The second getter is the first in line now.
    second.cancel();
    assert_eq!(count.get(), 0, "the dropped getter woke its own task: it must leave the line first");
}

#[test]
fn the_items_keep_their_order_when_a_getter_is_dropped() {
    let queue = Queue::default();
    let [(first, _), (mut second, _)] = [(); 2].map(|()| waiting(queue.get()));
    (1..=3).for_each(|item| queue.put(item));
    first.cancel();
    let got = poll(&mut second, Waker::noop());
    assert_eq!(got, Poll::Ready(1), "a dropped getter has moved an item: it only passes its wake-up on");
}

#[test]
fn a_waker_that_is_replaced_may_use_the_queue() {
    let queue = Queue::default();
    let (mut get, used) = (Kept::new(queue.get()), queue.clone());
    assert!(poll(&mut get, &acting_waker(move || used.put(7))).is_pending(), "the future must wait");
    let why = "the queue was empty at the poll, so the future must wait";
    assert!(poll(&mut get, Waker::noop()).is_pending(), "{why}");
    assert!(has_acted(), "the queue still holds the waker that was replaced");
}
