//! The joinable queue: an empty queue is not a finished one, and a getter that goes takes nothing along.

mod tools;

use std::cell::Cell;
use std::task::{Poll, Waker};

use futures::future::join_all;
use futures::join;
use stage4_async::queue::Queue;
use tools::{Count, block, poll, yield_now};

#[test]
fn items_come_in_the_order_in_which_they_were_put() {
    block(async |_| {
        let queue = Queue::default();
        (1..=3).for_each(|item| queue.put(item));
        assert_eq!([queue.get().await, queue.get().await, queue.get().await], [1, 2, 3]);
    });
}

#[test]
fn get_waits_for_an_item() {
    let queue = Queue::default();
    let mut get = Box::pin(queue.get());
    let (count, waker) = Count::new();
    assert!(poll(&mut get, &waker).is_pending());
    queue.put(7);
    assert_eq!(count.get(), 1);
    assert_eq!(poll(&mut get, &waker), Poll::Ready(7));
}

#[test]
fn each_item_goes_to_one_of_many_getters() {
    let mut got = block(async |_| {
        let queue = Queue::default();
        let puts = async {
            for item in 0..100 {
                yield_now().await;
                queue.put(item);
            }
        };
        join!(join_all((0..100).map(|_| queue.get())), puts).0
    });
    got.sort_unstable();
    assert_eq!(got, Vec::from_iter(0..100));
}

#[test]
fn the_wake_up_of_a_getter_that_is_dropped_goes_to_the_next_one() {
    let queue = Queue::default();
    let ((first_count, first_waker), (second_count, second_waker)) = (Count::new(), Count::new());
    let [mut first, mut second] = [Box::pin(queue.get()), Box::pin(queue.get())];
    assert!(poll(&mut first, &first_waker).is_pending());
    assert!(poll(&mut second, &second_waker).is_pending());
    queue.put(7);
    assert_eq!((first_count.get(), second_count.get()), (1, 0));
    drop(first);
    assert_eq!(second_count.get(), 1);
    assert_eq!(poll(&mut second, Waker::noop()), Poll::Ready(7));
}

#[test]
fn a_getter_that_is_next_and_is_dropped_hands_that_on() {
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

#[test]
fn getters_that_are_dropped_after_any_number_of_polls_take_no_item_along() {
    for polls in 0..4 {
        let queue = Queue::default();
        for item in 0..10 {
            let mut dropped = Box::pin(queue.get());
            let is_pending = (0..polls).all(|_| poll(&mut dropped, Waker::noop()).is_pending());
            assert!(is_pending);
            queue.put(item);
            drop(dropped);
            assert_eq!(poll(&mut Box::pin(queue.get()), Waker::noop()), Poll::Ready(item));
        }
    }
}

#[test]
fn an_empty_queue_is_not_joined_before_its_last_item_is_done() {
    block(async |_| {
        let queue = Queue::default();
        queue.put(1);
        queue.get().await;
        let joined = Cell::new(false);
        let joins = async {
            queue.join().await;
            joined.set(true);
        };
        let works = async {
            yield_now().await;
            // The work on the first item leads to a second one.
            queue.put(2);
            queue.task_done();
            yield_now().await;
            assert!(!joined.get(), "joined with an item unfinished");
            queue.get().await;
            queue.task_done();
        };
        join!(joins, works);
    });
}

#[test]
fn a_queue_that_nothing_was_put_into_is_finished() {
    assert!(poll(&mut Box::pin(Queue::<u32>::default().join()), Waker::noop()).is_ready());
}

#[test]
fn all_who_join_are_woken_but_for_those_who_were_dropped() {
    let queue = Queue::default();
    queue.put(1);
    let mut joiners = [(); 3].map(|()| {
        let ((count, waker), mut join) = (Count::new(), Box::pin(queue.join()));
        assert!(poll(&mut join, &waker).is_pending());
        (Some(join), count)
    });
    drop(joiners[1].0.take());
    queue.task_done();
    assert_eq!(joiners.map(|(_, count)| count.get()), [1, 0, 1]);
}

#[test]
fn who_joins_waits_on_if_there_is_more_to_do_by_the_time_it_is_polled() {
    let queue = Queue::default();
    let mut join = Box::pin(queue.join());
    queue.put(1);
    assert!(poll(&mut join, Waker::noop()).is_pending());
    queue.task_done();
    queue.put(2);
    assert!(poll(&mut join, Waker::noop()).is_pending());
    queue.task_done();
    assert!(poll(&mut join, Waker::noop()).is_ready());
}

#[test]
#[should_panic(expected = "task_done once for each item")]
fn an_item_cannot_be_done_twice() {
    let queue = Queue::default();
    queue.put(1);
    queue.task_done();
    queue.task_done();
}
