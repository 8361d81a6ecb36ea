//! The joinable queue: an empty queue is not a finished one.
//!
//! `src/queue.rs` is compiled into this test, with the locks of `shuttle`. It runs a test many times, each time
//! in another order of the threads' steps, and notices when all threads sleep.

#[path = "queue_moments/orders.rs"]
mod orders;
#[path = "../src/queue.rs"]
mod queue;
#[path = "queue_moments/sync.rs"]
mod sync;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering::SeqCst;

use orders::{Part, Queue, in_many_orders, rest, run, says};

const NOT_GOT: &str = "a getter sleeps on, and `put` has notified `available`: does `get` wait for that?";

const NOT_JOINED: &str = "a joiner sleeps on after the last `task_done`: does that notify `finished`, and does `join` wait for it?";

const NOT_CLOSED: &str = "`close` was called, and a thread sleeps on: look at `closed`, too";

const AGAIN: &str = "a wake-up promises nothing, because another thread may have been faster: look again";

const GET: Part = |queue, _| _ = queue.get();

const JOIN: Part = |queue, _| queue.join();

/// Calls `task_done` once too often. Returns whether it panics.
fn is_refused(queue: &Queue) -> bool {
    queue.task_done();
    catch_unwind(AssertUnwindSafe(|| queue.task_done())).is_err()
}

#[test]
fn items_come_out_in_the_order_of_their_puts() {
    let asleep = "`get` waits although the queue has an item: look before you wait, and lock once";
    in_many_orders(asleep, &[], |queue, _| {
        (1..=3).for_each(|item| queue.put(item));
        assert_eq!([(); 3].map(|()| queue.get()), [1, 2, 3].map(Some), "the oldest item comes first");
    });
}

#[test]
fn an_empty_queue_is_not_joined_before_its_last_item_is_done() {
    let joins: &[Part] = &[|queue, is_done| {
        queue.join();
        let rule = "`join` returned, and an item is not done: an empty queue is not a finished one";
        assert!(is_done.load(SeqCst), "{rule}");
    }];
    in_many_orders(NOT_JOINED, joins, |queue, is_done| {
        // The first item leads to a second one.
        queue.put(2);
        queue.task_done();
        queue.get();
        is_done.store(true, SeqCst);
        queue.task_done();
    });
}

#[test]
fn waiting_takes_no_time_of_the_processor() {
    for (name, wait) in [("get", GET), ("join", JOIN)] {
        let Err(panic) = run(&[], wait) else { panic!("`{name}` returned, and nothing has ended its wait") };
        let is_awake = says(&*panic, "exceeded max_steps") || sync::HAS_LIMIT.load(SeqCst);
        let rule = "wait without a time limit until the thread that changes something notifies you";
        assert!(!is_awake, "`{name}` woke up for nothing: {rule}");
        if !says(&*panic, "deadlock") {
            resume_unwind(panic);
        }
    }
}

#[test]
fn a_finished_queue_goes_on() {
    in_many_orders("`join` waits although nothing is unfinished", &[], |queue, _| {
        queue.task_done();
        queue.join();
    });
    // A getter waits through the end of the last item, and a queue that was joined has items again.
    const GETS: Part = |queue, _| {
        let rule = "all was done, and `get` returned without an item: only `close` closes the queue";
        assert_eq!(queue.get(), Some(2), "{rule}, and more may be put after `join`");
    };
    in_many_orders(NOT_GOT, &[GETS], |queue, _| {
        queue.task_done();
        queue.join();
        rest();
        queue.put(2);
    });
}

#[test]
fn nothing_is_missed_between_the_look_and_the_wait() {
    let rule = "keep the lock from the look to the wait, which gives it back";
    in_many_orders(&format!("an item was put, and a getter sleeps on: {rule}"), &[GET], |queue, _| {
        queue.put(1)
    });
    in_many_orders(&format!("all is done, and a joiner sleeps on: {rule}"), &[JOIN], |queue, _| {
        queue.task_done()
    });
}

#[test]
fn a_getter_whose_item_was_taken_waits_on() {
    const GETS: Part = |queue, _| assert!(queue.get().is_some(), "`get` returned without an item: {AGAIN}");
    in_many_orders(NOT_GOT, &[GETS; 2], |queue, _| (0..2).for_each(|item| queue.put(item)));
}

#[test]
fn a_joiner_that_is_woken_too_early_waits_on() {
    let joins: &[Part] = &[|queue, is_put| {
        queue.join();
        assert!(!is_put.load(SeqCst), "`join` returned with an unfinished item: {AGAIN}");
    }];
    in_many_orders(NOT_JOINED, joins, |queue, is_put| {
        queue.task_done();
        queue.put(1);
        // This is the same step as the end of the `put`, so `join` cannot have returned in between.
        is_put.store(true, SeqCst);
        rest();
        is_put.store(false, SeqCst);
        queue.task_done();
    });
}

#[test]
fn a_joiner_takes_no_wake_up_from_a_getter() {
    const GETS: Part = |queue, _| {
        queue.get();
        (0..2).for_each(|_| queue.task_done());
    };
    let asleep = "an item was put, and a getter sleeps on: the one thread that `put` wakes was a joiner. Each wait has a \
        `Condvar` of its own, and that of `join` is `finished`";
    in_many_orders(asleep, &[JOIN, GETS], |queue, _| queue.put(1));
}

#[test]
fn every_joiner_is_woken() {
    let asleep = "a joiner sleeps on: `task_done` must wake all of them";
    in_many_orders(asleep, &[JOIN; 3], |queue, _| queue.task_done());
}

#[test]
fn closing_ends_every_wait() {
    const GETS: Part = |queue, _| assert_eq!(queue.get(), None, "a closed queue returns no item");
    in_many_orders(NOT_CLOSED, &[GETS, GETS, JOIN], |queue, _| queue.close());
}

#[test]
fn a_closed_queue_returns_no_item() {
    in_many_orders(NOT_CLOSED, &[], |queue, _| {
        queue.put(1);
        queue.close();
        assert_eq!(queue.get(), None, "a closed queue returns no item, even if it still has one");
    });
}

#[test]
fn a_closed_queue_returns_no_item_to_a_getter_that_has_waited() {
    let gets: &[Part] = &[|queue, is_closed| {
        let is_late = queue.get().is_some() && is_closed.load(SeqCst);
        assert!(!is_late, "the queue was closed during the wait: look at `closed` after the wait, too");
    }];
    in_many_orders(NOT_CLOSED, gets, |queue, is_closed| {
        queue.put(1);
        queue.close();
        is_closed.store(true, SeqCst);
    });
}

#[test]
fn a_queue_whose_lock_is_poisoned_goes_on() {
    let gets: &[Part] = &[|queue, _| {
        let rule = "an extra `task_done` has panicked while it held the lock, which is poisoned now: each lock and each \
            wait of a `Condvar` returns that as an error. The state is whole, so use it: `PoisonError::into_inner`";
        assert!(catch_unwind(AssertUnwindSafe(|| queue.get())).is_ok_and(|item| item == Some(1)), "{rule}");
    }];
    in_many_orders(NOT_GOT, gets, |queue, _| {
        // If it does not panic, another test reports that mistake.
        is_refused(queue);
        queue.put(1);
    });
}

#[test]
fn an_item_cannot_be_done_twice() {
    in_many_orders("`task_done` never waits", &[], |queue, _| {
        let why = "nothing was unfinished, and `task_done` did not panic: a worker's mistake is hidden. (As in a release \
            build, `-=` wraps here, and `debug_assert` does nothing)";
        assert!(is_refused(queue), "{why}");
    });
}
