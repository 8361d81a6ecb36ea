//! The joinable queue: an empty queue is not a finished one, and a dropped getter loses no item.

#[path = "../../stage3-futures/tests/any_queue/mod.rs"]
mod any_queue;
mod tools;

use std::task::{Poll, Waker};

use stage4_async::queue::Queue;
use tools::{Count, poll};

#[test]
fn a_dropped_getter_that_was_next_makes_another_one_next() {
    let queue = Queue::default();
    let (count, waker) = Count::new();
    let [mut first, mut second, mut third] = [(); 3].map(|()| Box::pin(queue.get()));
    assert!(poll(&mut first, Waker::noop()).is_pending());
    assert!(poll(&mut second, Waker::noop()).is_pending());
    assert!(poll(&mut third, &waker).is_pending());
    drop(first);
    drop(second);
    assert_eq!(count.get(), 1);
    assert!(poll(&mut third, &waker).is_pending());
    queue.put(7);
    assert_eq!(count.get(), 2);
    assert_eq!(poll(&mut third, &waker), Poll::Ready(7));
}
