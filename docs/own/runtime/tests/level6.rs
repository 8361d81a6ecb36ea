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
        let [b, c, mut d] = [(); 3].map(|()| waiting(queue.get()));
        let wakes = || [&b.1, &c.1, &d.1].map(|count| count.get());
        queue.put(1);
        let message =
            "three getters waited, and one item was put: it wakes the one that has waited longest (left)";
        assert_eq!(wakes(), [1, 0, 0], "{message}");
        queue.put(2);
        assert_eq!(
            wakes(),
            [1, 1, 0],
            "three getters waited, and two items were put: each put wakes one (left)"
        );
        let taken = [poll(&mut d.0, Waker::noop()), poll(&mut Box::pin(queue.get()), Waker::noop())];
        let message = "1 and 2 were put, and two getters that were not woken were polled first (left): an item stays in \
            the queue until a poll takes it, first in, first out";
        assert_eq!(taken, [1, 2].map(Poll::Ready), "{message}");
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
        drop(get);
        assert!(has_acted(), "a getter was dropped, and the queue still holds its waker");
        let ((mut woken, _), mut get) = (waiting(queue.get()), Box::pin(queue.get()));
        assert!(poll(&mut get, &uses()).is_pending());
        queue.put(1);
        let is_taken = poll(&mut get, Waker::noop()).is_ready() && has_acted();
        assert!(is_taken, "a getter took an item without its wake-up, and the queue still holds its waker");
        assert!(poll(&mut woken, &uses()).is_pending());
        queue.put(1);
        assert!(has_acted(), "an item was put, and the waker of the getter was not called");
        let mut join = Box::pin(queue.join());
        replaced(&mut join, uses);
        drop(join);
        assert!(has_acted(), "a join was dropped, and the queue still holds its waker");
        let mut join = Box::pin(queue.join());
        replaced(&mut join, uses);
        (0..2).for_each(|_| queue.task_done());
        assert!(has_acted(), "all items are done, and the waker of the join was not called");
        assert_eq!(poll(&mut join, Waker::noop()), Poll::Ready(()), "all items are done, and the join waits");
    });
}

#[test]
fn a_join_that_was_dropped_by_the_waker_of_another_one_is_not_woken() {
    watch("a waker dropped a join, and hangs", || {
        let (queue, (count, waker), slot) = (Rc::new(Queue::new()), Count::new(), Rc::new(Cell::new(None)));
        queue.put(1);
        let (drops, seen, before) = (Rc::clone(&slot), Arc::clone(&count), Rc::new(Cell::new(0)));
        let (earlier, used, mut first) = (Rc::clone(&before), Rc::clone(&queue), Box::pin(queue.join()));
        let drops = move || drop((earlier.set(seen.get()), drops.take()));
        assert!(poll(&mut first, &acting_waker(drops)).is_pending());
        let mut second = Box::pin(async move { used.join().await });
        assert!(poll(&mut second, &waker).is_pending());
        slot.set(Some(second));
        queue.task_done();
        let message = "the waker of one join dropped another one, whose waker was called later all the same";
        assert_eq!(count.get(), before.get(), "{message}");
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
