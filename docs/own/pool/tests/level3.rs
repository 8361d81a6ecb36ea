//! Level 3: a shutdown.

mod tools;
#[path = "tools/pool.rs"]
mod with_pool;

use std::{time::Duration, time::Instant};

use with_pool::{begin, gated, kept, moment, thread, within};

const LATE: &str = "the deadline is over, and `shut_down` waits for what is in flight";

#[test]
fn what_is_left_is_returned_at_the_deadline() {
    let (pool, gate) = kept(gated(2, |pool, item, gate| {
        gate.pass(item);
        gate.pass(pool.put(8).err().unwrap_or(0));
    }));
    begin(pool, &gate, 0..5, 2);
    let deadline = Instant::now() + Duration::from_millis(100);
    let left = within(LATE, move || pool.shut_down(deadline));
    assert!(Instant::now() >= deadline, "`shut_down` returned too early: two items are in flight");
    assert_eq!(left.in_flight, 2, "five items were put, and two of them are still in flight");
    assert_eq!(left.not_begun, [2, 3, 4], "items that were not begun are returned in the order of `put`");
    let put = within("the pool is shut down, and `put` waits", || pool.put(7));
    assert_eq!(put, Err(7), "the pool is shut down, and `put` loses its item");
    gate.end(0..9);
    let hangs = "the pool is shut down, and a thread does not end after its item";
    let begun = gate.wait(hangs, |seen| seen.threads == 0);
    assert_eq!(begun[2..], [8, 8], "the pool is shut down, and an item began later, or is lost by a `put`");
}

#[test]
fn a_deadline_is_a_moment_and_not_a_pause() {
    let (pool, gate) = kept(gated(40, |_, item, gate| _ = gate.pass(item)));
    begin(pool, &gate, 0..40, 40);
    let end = move |item| {
        gate.end([item]);
        thread::sleep(Duration::from_millis(60));
    };
    thread::spawn(|| (0..39).for_each(end));
    let left = within(LATE, || pool.shut_down(Instant::now() + Duration::from_millis(100)));
    assert!(left.in_flight < 40, "some items have ended before the deadline, and all are in flight");
    let (pool, gate) = kept(gated(1, |_, item, gate| _ = gate.pass(item)));
    begin(pool, &gate, [0], 1);
    within(LATE, || pool.shut_down(Instant::now()));
    assert_eq!(pool.put(1), Err(1), "the deadline was over at the call, and the pool is not shut down");
}

#[test]
fn it_waits_for_what_is_in_flight_and_ends_each_join_and_free_thread() {
    let (pool, gate) = kept(gated(3, |_, item, gate| _ = gate.pass(item)));
    begin(pool, &gate, 0..5, 3);
    let joined = [(); 3].map(|()| thread::spawn(|| pool.join()));
    moment();
    let left = thread::spawn(|| pool.shut_down(Instant::now() + Duration::from_secs(3600)));
    moment();
    gate.end([0]);
    let begun = gate.wait("the pool is shut down, and a free thread does not end", |seen| seen.threads == 2);
    assert_eq!(begun.len(), 3, "the pool is shut down, and an item begins: only what is in flight goes on");
    within("the pool is shut down, an item hangs, and a thread is still in `join`, or goes there", || {
        joined.into_iter().for_each(|joined| _ = joined.join());
        pool.join();
    });
    gate.end([1]);
    moment();
    assert!(!left.is_finished(), "`shut_down` returned too early: an item is in flight");
    gate.end([2]);
    let hangs = "all that was in flight has ended, and `shut_down` waits on: the deadline is for what hangs";
    let left = within(hangs, || left.join()).expect("it does not panic");
    assert_eq!((left.in_flight, left.not_begun), (0, vec![3, 4]), "in flight, and not begun");
}
