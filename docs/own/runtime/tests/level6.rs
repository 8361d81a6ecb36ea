//! Level 6: a queue.

mod tools;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Poll, Waker};

use own::{Queue, spawn};
use test_tools::any_queue::waiting;
use test_tools::future::{poll, yield_now};
use test_tools::waker::{acting_waker, has_acted};
use tools::{run, watch};

test_tools::any_queue! {
    Queue::new:
    a_dropped_getter_passes_its_wake_up_on
    the_latest_waker_of_a_getter_counts
    an_empty_queue_is_not_joined_before_its_last_item_is_done
    the_latest_waker_of_a_join_counts
    every_join_is_woken_but_those_that_were_dropped
}

#[test]
fn a_put_wakes_one_getter_and_dropped_ones_leave_nothing() {
    watch("a queue blocks", || {
        let queue = Queue::new();
        let [(first, dropped), (_second, second), (_third, third)] = [(); 3].map(|()| waiting(queue.get()));
        first.cancel();
        assert_eq!(
            Arc::strong_count(&dropped),
            1,
            "a getter was dropped, and the queue still holds its waker"
        );
        queue.put(1);
        let woken = [second, third].map(|count| count.get());
        assert_eq!(
            woken,
            [1, 0],
            "two getters waited, and one item was put, which woke each of them so often"
        );
    });
}

#[test]
fn the_first_item_that_was_put_is_the_first_that_is_taken() {
    run("a queue has items, and `get` waits", async || {
        let queue = Queue::new();
        (1..4).for_each(|item| queue.put(item));
        let items = [queue.get().await, queue.get().await, queue.get().await];
        assert_eq!(items, [1, 2, 3], "1, 2 and 3 were put, and `get` returned this: first in, first out");
    });
}

#[test]
fn workers_take_each_item_once_until_the_queue_is_joined() {
    run("three workers get, put and mark items, and the join of the queue does not end", async || {
        let (queue, taken) = (Rc::new(Queue::new()), Rc::new(RefCell::new(Vec::new())));
        queue.join().await;
        let workers = [(); 3].map(|()| {
            let (queue, taken) = (Rc::clone(&queue), Rc::clone(&taken));
            spawn(async move {
                loop {
                    let item: usize = queue.get().await;
                    taken.borrow_mut().push(item);
                    yield_now().await;
                    // As the links of a page.
                    for next in [2 * item, 2 * item + 1].into_iter().filter(|next| *next < 100) {
                        queue.put(next);
                    }
                    queue.task_done();
                }
            })
        });
        yield_now().await;
        queue.put(1);
        queue.join().await;
        let mut taken = taken.take();
        taken.sort();
        assert!(
            taken.iter().copied().eq(1..100),
            "`join` has ended, and of the items 1 to 99, each of which leads to later ones, the workers had taken these: {taken:?}"
        );
        workers.into_iter().for_each(own::Task::cancel);
    });
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
        assert!(poll(&mut get, &uses()).is_pending());
        assert!(
            poll(&mut get, Waker::noop()).is_pending() && has_acted(),
            "a getter has a new waker, and still holds the old one"
        );
        assert!(poll(&mut get, &uses()).is_pending());
        queue.put(1);
        assert!(has_acted(), "an item was put, and the waker of the getter was not called");
        drop(get);
        let mut join = Box::pin(queue.join());
        assert!(poll(&mut join, &uses()).is_pending());
        assert!(
            poll(&mut join, Waker::noop()).is_pending() && has_acted(),
            "a join has a new waker, and still holds the old one"
        );
        assert!(poll(&mut join, &uses()).is_pending());
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
        let panics = catch_unwind(AssertUnwindSafe(|| queue.task_done())).is_err();
        assert!(
            panics,
            "one item was put, and `task_done` was called twice: a panic says where the mistake is"
        );
        queue.put(2);
        let (_join, count) = waiting(queue.join());
        queue.task_done();
        assert_eq!(
            count.get(),
            1,
            "after a `task_done` that panicked, the queue goes on, and its last item wakes the join"
        );
    });
}
