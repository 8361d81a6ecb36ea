//! The joinable queue: an empty queue is not a finished one, and a dropped getter loses no item.

mod any_queue;
mod tools;

use std::sync::Arc;
use std::task::{Poll, Waker};

use any_queue::waiting;
use stage3_futures::queue::Queue;
use tools::{Count, poll};

#[test]
fn each_item_wakes_only_the_getter_that_waits_longest() {
    let queue = Queue::default();
    let [(_first, first), (_second, second)] = [waiting(queue.get()), waiting(queue.get())];
    queue.put(1);
    assert_eq!((first.get(), second.get()), (1, 0));
    queue.put(2);
    assert_eq!((first.get(), second.get()), (1, 1));
}

#[test]
fn a_getter_keeps_its_place_if_another_one_takes_its_item() {
    let queue = Queue::default();
    let [(mut first, _), (_second, second)] = [waiting(queue.get()), waiting(queue.get())];
    queue.put(1);
    assert_eq!(poll(&mut queue.get(), Waker::noop()), Poll::Ready(1));
    let (count, waker) = Count::new();
    assert!(poll(&mut first, &waker).is_pending());
    queue.put(2);
    assert_eq!((count.get(), second.get()), (1, 0));
}

#[test]
fn a_dropped_getter_keeps_no_waker() {
    let queue = Queue::<u32>::default();
    let (get, count) = waiting(queue.get());
    drop(get);
    assert_eq!(Arc::strong_count(&count), 1);
}

#[test]
fn a_join_that_is_polled_often_stores_one_waker() {
    let queue = Queue::default();
    queue.put(1);
    let (count, waker) = Count::new();
    let mut join = queue.join();
    (0..5).for_each(|_| assert!(poll(&mut join, &waker).is_pending()));
    assert_eq!(Arc::strong_count(&count), 3);
    queue.task_done();
    assert_eq!(count.get(), 1);
}
