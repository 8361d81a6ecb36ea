//! Level 6: a queue.

mod tools;

use own::Queue;
use test_tools::any_queue::waiting;
use tools::*;

test_tools::any_queue! {
    Queue::new:
    a_dropped_getter_passes_its_wake_up_on
    the_latest_waker_of_a_getter_counts
    an_empty_queue_is_not_joined_before_its_last_item_is_done
    the_latest_waker_of_a_join_counts
    every_join_is_woken_but_those_that_were_dropped
}

#[test]
fn a_put_wakes_one_getter_and_items_are_taken_in_their_order() {
    watch("a queue blocks", || {
        let queue = Queue::new();
        let is_joined = poll(&mut Box::pin(queue.join()), Waker::noop()).is_ready();
        assert!(is_joined, "nothing was put into a queue, and its join waits");
        let [(a, dropped), (mut b, first), (mut c, second)] = [(); 3].map(|()| waiting(queue.get()));
        a.cancel();
        assert_eq!(Arc::strong_count(&dropped), 1, "the queue still holds the waker of a dropped getter");
        queue.put(1);
        let message = "two getters waited, and one item was put, which woke each of them so often";
        assert_eq!([first, second].map(|count| count.get()), [1, 0], "{message}");
        queue.put(2);
        let taken = [poll(&mut b, Waker::noop()), poll(&mut c, Waker::noop())];
        assert_eq!(taken, [1, 2].map(Poll::Ready), "1 and 2 were put, and taken so: first in, first out");
    });
}

/// Polls a future with a waker of `uses`, then with another one, which replaces it, and then with one of `uses` again.
fn replaced<F: Future + Unpin>(future: &mut F, uses: impl Fn() -> Waker) {
    assert!(poll(future, &uses()).is_pending());
    let is_replaced = poll(future, Waker::noop()).is_pending() && has_acted();
    assert!(is_replaced, "a getter or a join has a new waker, and still holds the old one");
    assert!(poll(future, &uses()).is_pending());
}

#[test]
fn a_waker_may_use_the_queue() {
    watch("a waker used the queue, and hangs", || {
        let queue = Rc::new(Queue::new());
        let uses = || {
            let used = Rc::clone(&queue);
            acting_waker(move || {
                used.put(2);
                let _ = poll(&mut Box::pin(used.get()), Waker::noop());
                let _ = poll(&mut Box::pin(used.join()), Waker::noop());
                used.task_done();
            })
        };
        let mut get = Box::pin(queue.get());
        replaced(&mut get, uses);
        queue.put(1);
        assert!(has_acted(), "an item was put, and the waker of the getter was not called");
        drop(get);
        let mut join = Box::pin(queue.join());
        replaced(&mut join, uses);
        queue.task_done();
        assert!(has_acted(), "all items are done, and the waker of the join was not called");
        assert_eq!(poll(&mut join, Waker::noop()), Poll::Ready(()), "all items are done, and the join waits");
    });
}

#[test]
fn an_item_cannot_be_done_twice() {
    watch("`task_done` hangs", || {
        let queue = Queue::new();
        queue.put(1);
        queue.task_done();
        let message = "one item was put, and `task_done` was called twice: a panic says where the mistake is";
        assert!(panics(|| queue.task_done()), "{message}");
        queue.put(2);
        let (_join, count) = waiting(queue.join());
        queue.task_done();
        let message = "after a `task_done` that panicked, the queue goes on: its last item wakes the join";
        assert_eq!(count.get(), 1, "{message}");
    });
}
