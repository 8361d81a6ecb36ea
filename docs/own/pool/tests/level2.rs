//! Level 2: a joinable queue.

mod tools;
#[path = "tools/pool.rs"]
mod with_pool;

use std::{panic, time::Duration};

use with_pool::{begin, gated, kept, moment, put, thread, within};

#[test]
fn what_the_work_puts_begins_beside_it_and_join_waits_for_it() {
    let (pool, gate) = kept(gated(2, |pool, item, gate| {
        gate.pass(item);
        put(pool, item.checked_sub(1));
        gate.pass(item + 10);
    }));
    begin(pool, &gate, [1], 1);
    let joined = thread::spawn(|| pool.join());
    moment();
    gate.end([1]);
    gate.begun(3, "the work has put an item, two may be in flight, and this one waits for the work to end");
    gate.end([11]);
    moment();
    assert!(!joined.is_finished(), "`join` returned too early: an empty queue is not a finished one");
    gate.end([0, 10]);
    _ = within("the work has put an item, both are done, and `join` waits on", || joined.join());
}

/// Whichever thread is woken first: most are in `join`, and some of them came before the free one, some after.
#[test]
fn items_begin_in_the_order_of_put_and_every_join_returns() {
    let (pool, gate) = kept(gated(3, |_, item, gate| _ = gate.pass(item)));
    begin(pool, &gate, 0..8, 3);
    put(pool, [8]);
    moment();
    let (begun, count) = gate.see(|seen| (seen.begun.clone(), seen.begun.len()));
    assert_eq!(count, 3, "the cap is 3, {count} are in flight: a late thread counts from its start");
    assert!(begun.iter().all(|item| *item < 3), "items do not begin in the order of `put`: {begun:?}");
    for next in 3..9 {
        gate.end([next - 3]);
        let begun = gate.begun(next as usize + 1, "an item has ended, and the next one is not begun");
        assert_eq!(begun.last(), Some(&next), "items do not begin in the order of `put`");
    }
    let mut joined = Vec::new();
    for ended in [6, 10] {
        joined.extend([(); 5].map(|()| thread::spawn(|| pool.join())));
        moment();
        gate.end([ended]);
        moment();
    }
    put(pool, [9]);
    gate.begun(10, "a thread is free, an item is not begun: the one thread that `put` woke was in `join`");
    gate.end(7..10);
    let hangs = "ten threads are in `join`, all is done, and one stays there: the end concerns each of them";
    within(hangs, || joined.into_iter().for_each(|joined| _ = joined.join()));
}

#[test]
fn a_thread_is_free_when_its_item_is_done_or_has_panicked() {
    let (pool, gate) = kept(gated(2, |_, item, gate| {
        if gate.pass(item) > 0 {
            panic::resume_unwind(Box::new("bad luck"));
        }
    }));
    gate.end([0]);
    for _ in 0..100 {
        within("no item was put, or each is done, and `join` waits", || pool.join());
        put(pool, [0]);
    }
    let count = gate.see(|seen| seen.threads);
    assert_eq!(count, 1, "items came one by one, {count} threads took them: a free thread takes the next");
    begin(pool, &gate, 1..5, 102);
    gate.end([1, 2]);
    gate.begun(104, "two items have panicked, and two later ones are not in flight: a thread is lost");
    gate.end([3, 4]);
    within("an item has panicked, and `join` waits: an item is done, however its work ends", || pool.join());
}

#[test]
fn an_item_that_hangs_holds_up_no_other() {
    for hangs in 0..3 {
        let (pool, gate) = kept(gated(3, |pool, item, gate| {
            put(pool, (item < 3).then_some(item + 9));
            gate.pass(item);
        }));
        begin(pool, &gate, 0..9, 3);
        gate.end((0..12).filter(|item| *item != hangs));
        let why = "one of three items hangs, and a later one is not begun, put by it or after it: items wait for no certain thread";
        gate.begun(12, why);
        gate.end([hangs]);
        within("all items are done, and `join` waits", || pool.join());
    }
}

#[test]
fn a_free_thread_stays() {
    let (pool, gate) = kept(gated(1, |_, item, gate| _ = gate.pass(item)));
    gate.end([0]);
    put(pool, [0]);
    within("an item is done, and `join` waits", || pool.join());
    thread::sleep(Duration::from_secs(3));
    let threads = gate.see(|seen| seen.threads);
    assert_eq!(
        threads, 1,
        "a thread was free for 3 seconds, and so many are left (left): it stays until the pool ends"
    );
}

/// In each round, the item is done at another moment of `join`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn what_is_done_while_join_looks_ends_it() {
    use std::sync::mpsc::channel;
    use test_tools::held::{Hold, while_held};

    let hangs = "an item was done when `join` had looked and did not wait yet, and `join` waits on: look and wait under one lock";
    let (end, ended) = channel();
    let ended = std::sync::Mutex::new(ended);
    let (pool, _) = kept(gated(1, move |_, _, _| _ = ended.lock().expect("no panic").recv()));
    for moment in 0..5000 {
        put(pool, [0]);
        let end = end.clone();
        within(hangs, move || {
            let act = move || {
                end.send(()).expect("the item waits");
                thread::sleep(Duration::from_micros(200));
            };
            let (ends, mut hold) = (thread::spawn(|| while_held(act)), Hold::this_thread());
            hold.soon(moment);
            pool.join();
            ends.join().expect("it ends the item");
        });
    }
}

#[cfg(unix)]
#[test]
fn waiting_takes_no_time_of_the_processor() {
    use std::sync::mpsc::channel;
    use test_tools::clock::cost;
    let (costs, cost_of) = channel();
    let (pool, _) = kept(gated(1, move |_, moments, _| {
        costs.send(cost()).expect("the test waits");
        (0..moments).for_each(|_| moment());
    }));
    put(pool, [0]);
    (0..3).for_each(|_| moment());
    put(pool, [3]);
    let hangs = "an item takes three moments, and `join` waits on";
    let (before, (), after) = within(hangs, move || (cost(), pool.join(), cost()));
    let join = after - before;
    let idle = cost_of.try_iter().reduce(|before, after| after.saturating_sub(before)).expect("it is begun");
    let costs = format!("a free thread took {idle:?}, and `join` {join:?} (with 4 ms for each switch)");
    assert!(idle.max(join).as_millis() < 50, "{costs}: what waits sleeps until it is woken");
}

#[test]
fn a_drop_waits_for_nothing_lets_nothing_begin_and_ends_each_thread() {
    let (pool, gate) = gated(1, |pool, item, gate| {
        gate.pass(item);
        gate.pass(pool.put(3).err().unwrap_or(item));
    });
    begin(&pool, &gate, 0..3, 1);
    within("an item is in flight, and the drop waits for it: a drop is no `join`", || drop(pool));
    gate.end(0..4);
    let hangs = "the pool was dropped, and its thread does not end after its item";
    let begun = gate.wait(hangs, |seen| seen.threads == 0);
    assert_eq!(begun.len(), 2, "the pool was dropped, and an item began later");
    assert_eq!(begun[1], 3, "the pool was dropped, and `put` did not return the item that the work put");
    let (pool, gate) = gated(2, |_, item, gate| _ = gate.pass(item));
    begin(&pool, &gate, 0..2, 2);
    gate.end([0, 1]);
    moment();
    drop(pool);
    gate.wait("a free thread waits on after the drop: nothing can put an item", |seen| seen.threads == 0);
}
