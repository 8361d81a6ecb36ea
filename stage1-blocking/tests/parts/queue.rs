//! The joinable queue: an empty queue is not a finished one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use stage1_blocking::queue::Queue;

use crate::tools::waiter::{
    NOT_CLOSED, NOT_GOT, NOT_JOINED, Waiter, call, get, getter, joiner, put, queue, task_done,
};

#[test]
fn items_come_out_in_the_order_of_their_puts() {
    let queue = queue();
    (1..=3).for_each(|item| put(&queue, item));
    assert_eq!([(); 3].map(|()| get(&queue)), [Some(1), Some(2), Some(3)], "the oldest item comes first");
}

/// The thread that puts the item takes it back, mostly before the getter runs. If not, the getter puts it back.
#[test]
fn a_getter_whose_item_was_taken_waits_on() {
    const BACK: u32 = 0;
    const LAST: u32 = 1;
    let queue = queue();
    let getter = Waiter::start(&queue, |queue| {
        loop {
            match queue.get() {
                Some(BACK) => queue.put(BACK),
                other => return other,
            }
        }
    });
    for _ in 0..20 {
        if getter.sleeps() {
            let put_and_get = |queue: &Queue<u32>| {
                queue.put(BACK);
                queue.get();
            };
            call(&queue, put_and_get);
        }
    }
    put(&queue, LAST);
    let rule = "a wake-up promises nothing, because another thread may have taken the item: look again";
    assert_eq!(getter.result(NOT_GOT), Some(LAST), "{rule}");
}

#[test]
fn an_empty_queue_is_not_joined_before_its_last_item_is_done() {
    let queue = queue();
    put(&queue, 1);
    get(&queue);
    let joiner = joiner(&queue);
    // The first item leads to a second one.
    put(&queue, 2);
    task_done(&queue);
    assert!(joiner.sleeps(), "`join` returned, and the second item is not done: each item counts");
    get(&queue);
    task_done(&queue);
    joiner.result(NOT_JOINED);
}

#[test]
fn every_joiner_is_woken() {
    let queue = queue();
    put(&queue, 1);
    let joiners: Vec<_> = (0..3).map(|_| joiner(&queue)).collect();
    task_done(&queue);
    joiners
        .into_iter()
        .for_each(|joiner| joiner.result("a joiner sleeps on: `task_done` must wake all of them"));
}

/// In a few rounds, the joiner may run between the two calls, and returns.
#[test]
fn a_joiner_that_is_woken_too_early_waits_on() {
    let waits_on = (0..50).any(|_| {
        let queue = queue();
        put(&queue, 1);
        let joiner = joiner(&queue);
        call(&queue, |queue| {
            queue.task_done();
            queue.put(2);
        });
        let waits_on = joiner.sleeps();
        task_done(&queue);
        joiner.result(NOT_JOINED);
        waits_on
    });
    assert!(waits_on, "`join` returned with an unfinished item: a wake-up promises nothing, so look again");
}

#[test]
fn a_queue_whose_lock_is_poisoned_goes_on() {
    let queue = queue();
    if catch_unwind(AssertUnwindSafe(|| queue.task_done())).is_ok() {
        // No panic: another test reports that mistake.
        return;
    }
    let getter = getter(&queue);
    put(&queue, 1);
    let rule = "an extra `task_done` has panicked while it held the lock, which is poisoned now. The state is whole, \
        so use it: `PoisonError::into_inner`";
    assert_eq!(getter.result(NOT_GOT), Some(1), "{rule}");
}

#[test]
fn waiting_takes_no_time_of_the_processor() {
    let queue = queue();
    put(&queue, 1);
    get(&queue);
    let (getter, joiner) = (getter(&queue), joiner(&queue));
    let before = (getter.state(), joiner.state());
    // On a busy machine, a thread that wakes up now and then runs as late as this one.
    (0..40).for_each(|_| thread::sleep(Duration::from_millis(5)));
    let [by_get, by_join] = [before.0 == getter.state(), before.1 == joiner.state()].map(|sleeps| !sleeps);
    let rule = "wait without a time limit until the thread that changes something notifies you";
    assert!(!by_get, "`get` woke up for nothing while the queue is empty: {rule}");
    assert!(!by_join, "`join` woke up for nothing while an item was unfinished: {rule}");
    call(&queue, Queue::close);
}

#[test]
fn closing_ends_every_wait() {
    let queue = queue();
    put(&queue, 1);
    get(&queue);
    let getters = [getter(&queue), getter(&queue)];
    let joiner = joiner(&queue);
    call(&queue, Queue::close);
    for getter in getters {
        assert_eq!(getter.result(NOT_CLOSED), None, "a closed queue returns no item");
    }
    joiner.result(NOT_CLOSED);
}

#[test]
fn a_closed_queue_returns_no_item() {
    let queue = queue();
    put(&queue, 1);
    call(&queue, Queue::close);
    let got = Waiter::start(&queue, Queue::get).result(NOT_CLOSED);
    assert_eq!(got, None, "a closed queue returns no item, even if it still has one");
}

/// In a few rounds, the getter may run between the two calls, and returns the item.
#[test]
fn a_closed_queue_returns_no_item_to_a_getter_that_has_waited() {
    let returns_none = (0..50).any(|_| {
        let queue = queue();
        let getter = getter(&queue);
        call(&queue, |queue| {
            queue.put(1);
            queue.close();
        });
        getter.result(NOT_CLOSED).is_none()
    });
    assert!(returns_none, "the queue was closed during the wait: look at `closed` after the wait, too");
}

#[test]
fn a_finished_queue_goes_on() {
    let queue = queue();
    put(&queue, 1);
    get(&queue);
    task_done(&queue);
    Waiter::start(&queue, Queue::join).result("`join` waits although nothing is unfinished");
    let getter = Waiter::start(&queue, Queue::get);
    getter.sleeps();
    put(&queue, 2);
    let rule = "a finished queue may get further items: it is open until `close` is called, and `get` waits";
    assert_eq!(getter.result(NOT_GOT), Some(2), "{rule}");
}

#[test]
fn an_item_cannot_be_done_twice() {
    let queue = queue();
    put(&queue, 1);
    get(&queue);
    task_done(&queue);
    let second = Waiter::start(&queue, Queue::task_done).outcome("`task_done` never waits");
    assert!(
        second.is_err(),
        "nothing was unfinished, and `task_done` did not panic: a worker's mistake is hidden"
    );
}
