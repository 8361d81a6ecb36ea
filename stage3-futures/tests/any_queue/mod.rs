//! What any joinable queue does, with `get` and `join` of any kind.

use std::future::Future;
use std::mem::ManuallyDrop;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::Queue;
use super::tools::{Count, poll};

pub const TAKES: &str =
    "there is an item, and a getter that is polled must take the first one, whichever getters wait";

/// A future that only `cancel` drops. A drop that panics while a failed test unwinds would abort all tests.
pub struct Kept<F>(ManuallyDrop<Pin<Box<F>>>);

impl<F: Future> Kept<F> {
    pub fn new(future: F) -> Kept<F> {
        Kept(ManuallyDrop::new(Box::pin(future)))
    }

    pub fn cancel(self) {
        drop(ManuallyDrop::into_inner(self.0));
    }
}

impl<F: Future> Future for Kept<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        self.0.as_mut().poll(cx)
    }
}

/// Polls a future that must wait. Returns it, and the count of its wake-ups.
pub fn waiting<F: Future>(future: F) -> (Kept<F>, Arc<Count>) {
    let ((count, waker), mut future) = (Count::new(), Kept::new(future));
    assert!(poll(&mut future, &waker).is_pending(), "the future must wait");
    assert!(Arc::strong_count(&count) > 2, "the future returned `Pending`, and stored its waker nowhere");
    (future, count)
}

#[test]
fn items_come_out_in_the_order_of_their_puts() {
    let queue = Queue::default();
    (1..=3).for_each(|item| queue.put(item));
    for item in 1..=3 {
        assert_eq!(poll(&mut Kept::new(queue.get()), Waker::noop()), Poll::Ready(item), "{TAKES}");
    }
}

#[test]
fn each_item_goes_to_one_getter() {
    let queue = Queue::default();
    let mut getters = [(); 100].map(|()| waiting(queue.get()));
    (0..100).for_each(|item| queue.put(item));
    let mut got = Vec::new();
    // The second poll of a getter is its turn.
    for (get, count) in &mut getters {
        assert_eq!(count.get(), 1, "each item must wake one getter");
        got.push(poll(get, Waker::noop()));
    }
    assert!(got == Vec::from_iter((0..100).map(Poll::Ready)), "{TAKES}: {got:?}");
}

#[test]
fn a_dropped_getter_passes_its_wake_up_on() {
    let queue = Queue::default();
    let [(first, first_count), (mut second, second_count)] = [waiting(queue.get()), waiting(queue.get())];
    queue.put(7);
    assert_eq!((first_count.get(), second_count.get()), (1, 0), "an item must wake the first getter");
    first.cancel();
    assert_eq!(second_count.get(), 1, "the dropped getter was woken for the item: it must wake the next one");
    assert_eq!(poll(&mut second, Waker::noop()), Poll::Ready(7), "the dropped getter took the item with it");
}

#[test]
fn a_dropped_getter_is_not_woken() {
    let queue = Queue::default();
    let [(first, _), (mut second, count)] = [waiting(queue.get()), waiting(queue.get())];
    first.cancel();
    queue.put(7);
    assert_eq!(count.get(), 1, "the item woke a getter that is gone, or none");
    assert_eq!(poll(&mut second, Waker::noop()), Poll::Ready(7), "{TAKES}");
}

#[test]
fn getters_that_are_dropped_after_any_number_of_polls_lose_no_item() {
    for polls in 0..4 {
        let queue = Queue::default();
        for item in 0..10 {
            let mut dropped = Kept::new(queue.get());
            let is_pending = (0..polls).all(|_| poll(&mut dropped, Waker::noop()).is_pending());
            assert!(is_pending, "the queue is empty, so the future must wait");
            queue.put(item);
            dropped.cancel();
            let got = poll(&mut Kept::new(queue.get()), Waker::noop());
            assert_eq!(got, Poll::Ready(item), "the dropped getter took the item with it");
        }
    }
}

#[test]
fn the_latest_waker_of_a_getter_counts() {
    let queue = Queue::default();
    let (mut get, first) = waiting(queue.get());
    let (last, waker) = Count::new();
    assert!(poll(&mut get, &waker).is_pending());
    queue.put(7);
    assert_eq!(
        (first.get(), last.get()),
        (0, 1),
        "the waker of the latest poll must be called, and no other"
    );
}

#[test]
fn an_empty_queue_is_not_joined_before_its_last_item_is_done() {
    let queue = Queue::default();
    queue.put(1);
    assert_eq!(poll(&mut Kept::new(queue.get()), Waker::noop()), Poll::Ready(1));
    let (mut join, count) = waiting(queue.join());
    // The work on the first item leads to a second one.
    queue.put(2);
    queue.task_done();
    assert!(poll(&mut join, &Waker::from(Arc::clone(&count))).is_pending(), "joined with an unfinished item");
    assert_eq!(poll(&mut Kept::new(queue.get()), Waker::noop()), Poll::Ready(2));
    queue.task_done();
    assert_eq!(count.get(), 1, "the last `task_done` must wake the join");
    assert!(poll(&mut join, Waker::noop()).is_ready());
}

#[test]
fn a_new_queue_is_finished() {
    assert!(poll(&mut Kept::new(Queue::<u32>::default().join()), Waker::noop()).is_ready());
}

#[test]
fn every_join_is_woken() {
    let queue = Queue::default();
    queue.put(1);
    let joins = [(); 3].map(|()| waiting(queue.join()));
    queue.task_done();
    assert_eq!(joins.map(|(_, count)| count.get()), [1, 1, 1], "`task_done` must wake every join");
}

#[test]
fn the_latest_waker_of_a_join_counts() {
    let queue = Queue::default();
    queue.put(1);
    let (mut join, first) = waiting(queue.join());
    let (last, waker) = Count::new();
    assert!(poll(&mut join, &waker).is_pending());
    queue.task_done();
    assert_eq!(
        (first.get(), last.get()),
        (0, 1),
        "the waker of the latest poll must be called, and no other: a join has one place for it"
    );
}

#[test]
fn a_dropped_join_is_not_woken_and_leaves_the_others_their_wakers() {
    let queue = Queue::default();
    queue.put(1);
    let [(first, dropped), (_second, kept)] = [waiting(queue.join()), waiting(queue.join())];
    first.cancel();
    assert_eq!(Arc::strong_count(&dropped), 1, "the queue still holds the waker of the dropped join");
    queue.task_done();
    assert_eq!((dropped.get(), kept.get()), (0, 1), "`task_done` must wake the join that still waits");
}

#[test]
fn a_join_waits_on_if_an_item_is_put_before_its_next_poll() {
    let queue = Queue::default();
    queue.put(1);
    let (mut join, _) = waiting(queue.join());
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
