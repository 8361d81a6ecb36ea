//! The joinable queue: an empty queue is not a finished one, and a getter that goes takes nothing along.

mod tools;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Poll, Waker};

use futures::future::join_all;
use stage3_futures::queue::{Get, Queue};
use tools::{Count, poll, run, yield_now};

/// A getter that has been polled and waits, with the count of its wake-ups.
fn waiting_getter(queue: &Queue<u32>) -> (Get<u32>, Arc<Count>) {
    let (count, waker) = Count::new();
    let mut get = queue.get();
    assert!(poll(&mut get, &waker).is_pending());
    (get, count)
}

#[test]
fn items_come_in_the_order_in_which_they_were_put() {
    run(async |_, _| {
        let queue = Queue::default();
        (1..=3).for_each(|item| queue.put(item));
        assert_eq!([queue.get().await, queue.get().await, queue.get().await], [1, 2, 3]);
    });
}

#[test]
fn get_waits_for_an_item() {
    run(async |_, spawner| {
        let queue = Queue::default();
        let getter = spawner.spawn(queue.get());
        yield_now().await;
        queue.put(7);
        assert_eq!(getter.await, Ok(7));
    });
}

#[test]
fn each_item_wakes_one_getter_and_the_one_that_waits_longest() {
    let queue = Queue::default();
    let [(_first, first), (_second, second)] = [waiting_getter(&queue), waiting_getter(&queue)];
    queue.put(1);
    assert_eq!((first.get(), second.get()), (1, 0));
    queue.put(2);
    assert_eq!((first.get(), second.get()), (1, 1));
}

#[test]
fn each_item_goes_to_one_of_many_getters() {
    let mut got = run(async |_, spawner| {
        let queue = Queue::default();
        let getters: Vec<_> = (0..100).map(|_| spawner.spawn(queue.get())).collect();
        yield_now().await;
        (0..100).for_each(|item| queue.put(item));
        join_all(getters).await.into_iter().collect::<Result<Vec<_>, _>>().unwrap()
    });
    got.sort_unstable();
    assert_eq!(got, Vec::from_iter(0..100));
}

#[test]
fn the_wake_up_of_a_getter_that_is_dropped_goes_to_the_next_one() {
    let queue = Queue::default();
    let [(first, first_count), (mut second, second_count)] = [waiting_getter(&queue), waiting_getter(&queue)];
    queue.put(7);
    assert_eq!((first_count.get(), second_count.get()), (1, 0));
    drop(first);
    assert_eq!(second_count.get(), 1);
    assert_eq!(poll(&mut second, Waker::noop()), Poll::Ready(7));
}

#[test]
fn a_getter_that_is_dropped_before_it_is_woken_gets_nothing() {
    let queue = Queue::default();
    let [(first, first_count), (mut second, second_count)] = [waiting_getter(&queue), waiting_getter(&queue)];
    drop(first);
    queue.put(7);
    assert_eq!((first_count.get(), second_count.get()), (0, 1));
    assert_eq!(poll(&mut second, Waker::noop()), Poll::Ready(7));
}

#[test]
fn a_getter_that_comes_later_finds_the_item_of_one_that_was_dropped() {
    let queue = Queue::default();
    let (first, _) = waiting_getter(&queue);
    queue.put(7);
    drop(first);
    assert_eq!(poll(&mut queue.get(), Waker::noop()), Poll::Ready(7));
}

#[test]
fn a_getter_whose_item_was_taken_by_another_one_keeps_its_place() {
    let queue = Queue::default();
    let [(mut first, _), (_second, second)] = [waiting_getter(&queue), waiting_getter(&queue)];
    queue.put(1);
    assert_eq!(poll(&mut queue.get(), Waker::noop()), Poll::Ready(1));
    let (count, waker) = Count::new();
    assert!(poll(&mut first, &waker).is_pending());
    queue.put(2);
    assert_eq!((count.get(), second.get()), (1, 0));
}

#[test]
fn the_last_waker_given_to_a_getter_counts() {
    let queue = Queue::default();
    let (mut get, first) = waiting_getter(&queue);
    let (last, waker) = Count::new();
    assert!(poll(&mut get, &waker).is_pending());
    queue.put(7);
    assert_eq!((first.get(), last.get()), (0, 1));
}

#[test]
fn an_empty_queue_is_not_joined_before_its_last_item_is_done() {
    run(async |_, spawner| {
        let queue = Queue::default();
        queue.put(1);
        queue.get().await;
        let joined = Rc::new(Cell::new(false));
        let (joins, sets) = (queue.join(), Rc::clone(&joined));
        let joiner = spawner.spawn(async move {
            joins.await;
            sets.set(true);
        });
        yield_now().await;
        // The work on the first item leads to a second one.
        queue.put(2);
        queue.task_done();
        yield_now().await;
        assert!(!joined.get(), "joined with an item unfinished");
        queue.get().await;
        queue.task_done();
        joiner.await.unwrap();
    });
}

#[test]
fn a_queue_that_nothing_was_put_into_is_finished() {
    assert!(poll(&mut Queue::<u32>::default().join(), Waker::noop()).is_ready());
}

#[test]
fn all_who_join_are_woken_but_for_those_who_were_dropped() {
    let queue = Queue::default();
    queue.put(1);
    let mut joiners = [(); 3].map(|()| {
        let ((count, waker), mut join) = (Count::new(), queue.join());
        assert!(poll(&mut join, &waker).is_pending());
        (Some(join), count)
    });
    drop(joiners[1].0.take());
    queue.task_done();
    assert_eq!(joiners.map(|(_, count)| count.get()), [1, 0, 1]);
}

#[test]
fn futures_that_are_dropped_leave_no_waker_behind() {
    let queue = Queue::default();
    let (get, getter) = waiting_getter(&queue);
    queue.put(1);
    let _ = poll(&mut queue.get(), Waker::noop());
    let (joiner, waker) = Count::new();
    let mut join = queue.join();
    assert!(poll(&mut join, &waker).is_pending());
    drop((get, join, waker));
    assert_eq!([getter, joiner].map(|count| Arc::strong_count(&count)), [1, 1]);
}

#[test]
fn who_joins_waits_on_if_there_is_more_to_do_by_the_time_it_is_polled() {
    let queue = Queue::default();
    let mut join = queue.join();
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
