//! What any joinable queue does, with `get` and `join` of any kind.

#![allow(missing_docs, reason = "the name of a test says what it shows")]

use std::mem::ManuallyDrop;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

pub use course::*;

use crate::future::poll;
use crate::waker::Count;

mod course;

/// A joinable queue of numbers.
pub trait Queue: Default {
    /// Adds an item.
    fn put(&self, item: u32);
    /// Returns a future that takes the first item.
    fn get(&self) -> impl Future<Output = u32>;
    /// Marks one item as done.
    fn task_done(&self);
    /// Returns a future that ends when all items are done.
    fn join(&self) -> impl Future<Output = ()>;
}

/// Makes the tests of a joinable queue `$queue<T>`, as a module `any_queue`, of a queue that `$new` makes. If `$new` is not named,
/// it is one of the course's own, and does more.
#[macro_export]
macro_rules! any_queue {
    ($queue:ident) => {
        $crate::any_queue! {
            $queue::default
            an_item_cannot_be_done_twice
            a_dropped_getter_keeps_no_waker
            a_join_whose_waker_panics_does_not_cost_the_others_their_wake_up
            many_waits_take_linear_time
        }
    };
    ($queue:ident::$new:ident $($more:ident)*) => {
        $crate::any_queue! {
            $queue::$new:
            a_dropped_getter_passes_its_wake_up_on
            the_latest_waker_of_a_getter_counts
            an_empty_queue_is_not_joined_before_its_last_item_is_done
            the_latest_waker_of_a_join_counts
            every_join_is_woken_but_those_that_were_dropped
            $($more)*
        }
    };
    ($queue:ident::$new:ident: $($test:ident)*) => {
        mod any_queue {
            struct Tested(super::$queue<u32>);

            impl Default for Tested {
                fn default() -> Tested {
                    Tested(super::$queue::$new())
                }
            }

            impl $crate::any_queue::Queue for Tested {
                fn put(&self, item: u32) {
                    self.0.put(item);
                }

                fn get(&self) -> impl Future<Output = u32> {
                    self.0.get()
                }

                fn task_done(&self) {
                    self.0.task_done();
                }

                fn join(&self) -> impl Future<Output = ()> {
                    self.0.join()
                }
            }

            $(#[test]
            fn $test() {
                $crate::any_queue::$test::<Tested>();
            })*
        }
    };
}

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
    let message = "the future returned `Pending`, and woke itself: it would be polled again and again, and nothing could sleep";
    assert_eq!(count.get(), 0, "{message}");
    assert!(Arc::strong_count(&count) > 2, "the future returned `Pending`, and stored its waker nowhere");
    (future, count)
}

pub fn a_dropped_getter_passes_its_wake_up_on<Q: Queue>() {
    let queue = Q::default();
    let mut getters = [waiting(queue.get()), waiting(queue.get())];
    queue.put(7);
    // Which one is woken first is for the queue to say.
    getters.sort_by_key(|(_, count)| count.get());
    let [(mut other, other_count), (woken, count)] = getters;
    assert_eq!((count.get(), other_count.get()), (1, 0), "an item must wake one getter");
    woken.cancel();
    assert_eq!(other_count.get(), 1, "the dropped getter was woken for the item: it must wake the next one");
    assert_eq!(poll(&mut other, Waker::noop()), Poll::Ready(7), "the dropped getter took the item with it");
}

/// Polls a future that must wait with one waker and then with another. Returns how often `act` wakes each.
fn wakes_of_two<F: Future>(future: F, act: impl FnOnce()) -> (usize, usize) {
    let ((mut future, first), (last, waker)) = (waiting(future), Count::new());
    assert!(poll(&mut future, &waker).is_pending());
    act();
    (first.get(), last.get())
}

pub fn the_latest_waker_of_a_getter_counts<Q: Queue>() {
    let queue = Q::default();
    let wakes = wakes_of_two(queue.get(), || queue.put(7));
    assert_eq!(wakes, (0, 1), "the waker of the latest poll must be called, and no other");
}

/// Returns a queue of which one item is worked on.
fn in_work<Q: Queue>() -> Q {
    let queue = Q::default();
    queue.put(1);
    assert_eq!(poll(&mut Kept::new(queue.get()), Waker::noop()), Poll::Ready(1));
    queue
}

pub fn an_empty_queue_is_not_joined_before_its_last_item_is_done<Q: Queue>() {
    let queue = in_work::<Q>();
    let (mut join, count) = waiting(queue.join());
    // The work on the first item leads to a second one.
    queue.put(2);
    queue.task_done();
    assert!(poll(&mut join, &Waker::from(Arc::clone(&count))).is_pending(), "joined with an unfinished item");
    assert_eq!(poll(&mut Kept::new(queue.get()), Waker::noop()), Poll::Ready(2));
    // An earlier one may have woken the join, too, which has waited again.
    let before = count.get();
    queue.task_done();
    assert_eq!(count.get() - before, 1, "the last `task_done` must wake the join");
    assert!(poll(&mut join, Waker::noop()).is_ready());
}

pub fn the_latest_waker_of_a_join_counts<Q: Queue>() {
    let queue = in_work::<Q>();
    let wakes = wakes_of_two(queue.join(), || queue.task_done());
    let message = "the waker of the latest poll must be called, and no other: a join has one place for it";
    assert_eq!(wakes, (0, 1), "{message}");
}

pub fn every_join_is_woken_but_those_that_were_dropped<Q: Queue>() {
    let queue = in_work::<Q>();
    let [(first, dropped), (_second, second), (_third, third)] = [(); 3].map(|()| waiting(queue.join()));
    first.cancel();
    assert_eq!(Arc::strong_count(&dropped), 1, "the queue still holds the waker of the dropped join");
    queue.task_done();
    let wakes = [dropped, second, third].map(|count| count.get());
    assert_eq!(wakes, [0, 1, 1], "`task_done` must wake every join");
}
