//! Level 6: a queue.

mod tools;

use own::Queue;
use test_tools::any_queue::waiting;
use tools::*;

test_tools::any_queue!(Queue::new);

#[test]
fn a_put_wakes_one_getter_and_items_are_taken_in_their_order_and_done_once() {
    watch("a queue blocks", || {
        let queue = Queue::new();
        let is_joined = poll(&mut Box::pin(queue.join()), Waker::noop()).is_ready();
        assert!(is_joined, "nothing was put into a queue, and its join waits");
        let early = Queue::new();
        early.put(1);
        let message =
            "an item was put, and none was taken, and a `task_done` panics: each item that was put counts";
        assert!(!panics(|| early.task_done()), "{message}");
        let [mut b, mut c, mut d] = [(); 3].map(|()| waiting(queue.get()));
        // It keeps its place.
        assert!(poll(&mut b.0, &Waker::from(Arc::clone(&b.1))).is_pending());
        let wakes = || [&b.1, &c.1, &d.1].map(|count| count.get());
        for (item, woken) in [(1, [1, 0, 0]), (2, [1, 1, 0])] {
            queue.put(item);
            let message = "was put, and these were woken (left): each put wakes one, and it wakes the one that has waited \
                longest";
            assert_eq!(wakes(), woken, "three getters waited, item {item} {message}");
        }
        let taken = [poll(&mut d.0, Waker::noop()), poll(&mut Box::pin(queue.get()), Waker::noop())];
        let message = "1 and 2 were put, and two getters that were not woken were polled first (left): an item stays in \
            the queue until a poll takes it, first in, first out";
        assert_eq!(taken, [1, 2].map(Poll::Ready), "{message}");
        // In the order in which they did not come.
        for getter in [&mut c, &mut b] {
            assert!(poll(&mut getter.0, &Waker::from(Arc::clone(&getter.1))).is_pending());
        }
        queue.put(4);
        let message = "two getters were woken, found their items taken, and were polled again, the later one first. An item was \
            put, and these were woken (left): a getter keeps its place";
        assert_eq!([b.1.get(), c.1.get()], [2, 1], "{message}");
        c.0.cancel();
        let taken = poll(&mut b.0, Waker::noop());
        assert_eq!(taken, Poll::Ready(4), "a getter was woken for an item, and did not take it");
        queue.task_done();
        (0..2).for_each(|_| queue.task_done());
        let message = "two items were put, and a third was done: a panic says where the mistake is";
        assert!(panics(|| queue.task_done()), "{message}");
        queue.put(3);
        let (_join, count) = waiting(queue.join());
        queue.task_done();
        let message = "after a `task_done` that panicked, the queue goes on: its last item wakes the join";
        assert_eq!(count.get(), 1, "{message}");
    });
}

#[test]
fn each_of_many_getters_and_joins_is_woken() {
    const MANY: usize = 3000;
    let queue = Queue::new();
    queue.put(0);
    let taken = poll(&mut Box::pin(queue.get()), Waker::noop());
    assert_eq!(taken, Poll::Ready(0), "an item was put, and a getter returned another");
    let joins: Vec<_> = (0..MANY).map(|_| waiting(queue.join())).collect();
    let getters: Vec<_> = (0..MANY).map(|_| waiting(queue.get())).collect();
    (0..MANY).for_each(|item| queue.put(item));
    let woken = getters.iter().filter(|(_, count)| count.get() == 1).count();
    assert_eq!(
        woken, MANY,
        "3,000 getters waited, as many items were put, and so many getters were woken once (left)"
    );
    for (item, (mut getter, _)) in getters.into_iter().enumerate() {
        let message = "3,000 getters were woken in turn, and one has no item, or another";
        assert_eq!(poll(&mut getter, Waker::noop()), Poll::Ready(item), "{message}");
    }
    (0..=MANY).for_each(|_| queue.task_done());
    let woken = joins.iter().filter(|(_, count)| count.get() > 0).count();
    assert_eq!(woken, MANY, "3,000 joins waited, all items are done, and so many joins were woken (left)");
}

/// Polls a future with a waker of `uses`, then with another one, which replaces it, and then with one of `uses` again.
fn replaced<F: Future>(future: F, uses: impl Fn() -> Waker) -> Pin<Box<F>> {
    let mut future = Box::pin(future);
    assert!(poll(&mut future, &uses()).is_pending());
    let is_replaced = poll(&mut future, Waker::noop()).is_pending() && has_acted();
    assert!(is_replaced, "a getter or a join has a new waker, and still holds the old one");
    assert!(poll(&mut future, &uses()).is_pending());
    future
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
        drop(replaced(queue.get(), uses));
        assert!(has_acted(), "a getter was dropped, and the queue still holds its waker");
        let ((mut woken, _), mut get) = (waiting(queue.get()), Box::pin(queue.get()));
        assert!(poll(&mut get, &uses()).is_pending());
        queue.put(1);
        let is_taken = poll(&mut get, Waker::noop()).is_ready() && has_acted();
        assert!(is_taken, "a getter took an item without its wake-up, and the queue still holds its waker");
        assert!(poll(&mut woken, &uses()).is_pending());
        queue.put(1);
        assert!(has_acted(), "an item was put, and the waker of the getter was not called");
        drop(replaced(queue.join(), uses));
        assert!(has_acted(), "a join was dropped, and the queue still holds its waker");
        let mut join = replaced(queue.join(), uses);
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
