//! The queue, in every order of its threads' steps: none of them sleeps on when there is something for it.
//!
//! `src/queue.rs` is compiled into this test, with the locks of `shuttle`, which runs a test once for each order.

#[path = "../src/queue.rs"]
mod queue;

mod sync {
    pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard};
}

use std::panic::{catch_unwind, resume_unwind};
use std::sync::Arc;

use queue::Queue;
use shuttle::scheduler::DfsScheduler;
use shuttle::{Config, FailurePersistence, MaxSteps, Runner, thread};
use test_tools::watchdog::watched_or;

/// The solution has fewer orders; a wrong one may have millions.
const MOST_ORDERS: usize = 60;

/// The solution makes fewer steps. A thread that asks again and again makes more, which other tests find.
const MOST_STEPS: usize = 40;

/// Calls `wait` in a new thread and `end` in this one, in each order of their steps. Panics with `rule` if `end` does not
/// end the wait in one of them.
#[track_caller]
fn in_each_order(rule: &str, prepare: Call, wait: Call, end: Call) {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    config.max_steps = MaxSteps::ContinueAfter(MOST_STEPS);
    let test = move || {
        let queue = Arc::new(Queue::default());
        prepare(&queue);
        let waits = Arc::clone(&queue);
        let waiter = thread::spawn(move || wait(&waits));
        end(&queue);
        waiter.join().expect("a panic in a thread of shuttle ends the whole run");
    };
    let run = move || Runner::new(DfsScheduler::new(Some(MOST_ORDERS), false), config).run(test);
    let endless = || {
        "a thread waits in a loop, and never releases the lock: wait with the `Condvar`, which releases the lock and \
            sleeps".to_owned()
    };
    let Err(panic) = catch_unwind(|| watched_or(run, endless)) else { return };
    if !panic.downcast_ref::<String>().is_some_and(|said| said.contains("deadlock")) {
        resume_unwind(panic);
    }
    panic!("{rule}: keep the lock from the look to the wait, which gives it back");
}

/// Calls methods of the queue.
type Call = fn(&Queue<u32>);

fn get(queue: &Queue<u32>) {
    queue.get();
}

fn put_and_get(queue: &Queue<u32>) {
    queue.put(1);
    queue.get();
}

#[test]
fn no_item_is_missed_between_the_look_and_the_wait() {
    in_each_order("an item was put, and a getter sleeps on", |_| {}, get, |queue| queue.put(1));
}

#[test]
fn no_end_is_missed_between_the_look_and_the_wait() {
    in_each_order("all is done, and a joiner sleeps on", put_and_get, Queue::join, Queue::task_done);
}

#[test]
fn no_close_is_missed_between_the_look_and_the_wait() {
    in_each_order("the queue was closed, and a getter sleeps on", |_| {}, get, Queue::close);
    in_each_order("the queue was closed, and a joiner sleeps on", put_and_get, Queue::join, Queue::close);
}
