//! Level 2: a joinable queue.

mod tools;
#[path = "tools/pool.rs"]
mod with_pool;

use std::panic::resume_unwind;

use tools::{beside, moment, test};
use with_pool::{gated, held, kept, put};

#[test]
fn join_waits_for_items_that_are_put_meanwhile() {
    test(|hangs| {
        let (pool, gate) = kept(gated(2, |pool, item, gate| {
            gate.pass(item);
            put(pool, item.checked_sub(1));
        }));
        hangs("an item was put, and is not begun");
        put(pool, [2]);
        gate.begun(1);
        let joined = beside(|| pool.join());
        moment();
        let rule = "`join` returned before the last item was done: an empty queue is not a finished one";
        assert!(joined.try_recv().is_err(), "{rule}");
        hangs("each item has put another one, all are done, and `join` waits on, or one is not begun");
        gate.end(0..3);
        assert!(joined.recv().is_ok());
        assert_eq!(gate.begun(0), [2, 1, 0], "{rule}");
    });
}

#[test]
fn items_begin_in_the_order_of_put() {
    test(|hangs| {
        let (_, gate) = held(hangs, 1, 9);
        hangs("an item has ended, and the next one is not begun");
        gate.end(0..9);
        assert_eq!(gate.begun(9), Vec::from_iter(0..9), "items do not begin in the order of `put`");
    });
}

#[test]
fn as_many_are_in_flight_as_the_cap_allows() {
    test(|hangs| {
        let (_, gate) = held(hangs, 3, 9);
        moment();
        let count = gate.begun(3).len();
        let rule = "are in flight: a thread may begin late, and counts from its start";
        assert_eq!(count, 3, "nine items were put at once, the cap is 3, and {count} {rule}");
    });
}

#[test]
fn what_the_work_puts_begins_beside_it() {
    test(|hangs| {
        let (pool, gate) = kept(gated(2, |pool, item, gate| {
            put(pool, item.checked_sub(1));
            gate.pass(item);
        }));
        hangs("the work has put an item, two may be in flight, and this one waits for the work to end");
        put(pool, [1]);
        gate.begun(2);
    });
}

#[test]
fn threads_are_started_only_as_needed() {
    test(|hangs| {
        let (pool, gate) = kept(gated(9, |_, item, gate| gate.pass(item)));
        hangs("an item is done, and `join` waits on");
        gate.end([0]);
        for _ in 0..500 {
            put(pool, [0]);
            pool.join();
        }
        let count = gate.wait(|_| true).threads;
        let rule = "each item was put when all others were done: a free thread takes the next one";
        assert_eq!(count, 1, "{count} threads have worked, though {rule}");
    });
}

#[test]
fn a_panic_costs_its_item_alone() {
    test(|hangs| {
        let (pool, gate) = kept(gated(2, |_, item, gate| match item {
            0..2 => resume_unwind(Box::new("bad luck")),
            _ => gate.pass(item),
        }));
        hangs("two items have panicked, and `join` waits on: an item is done, however its work ends");
        put(pool, 0..2);
        pool.join();
        hangs("two items have panicked, and two later ones are not in flight: a thread is lost");
        put(pool, [2, 3]);
        gate.begun(2);
    });
}

#[test]
fn every_join_returns() {
    test(|hangs| {
        let (pool, gate) = kept(gated(1, |_, item, gate| gate.pass(item)));
        hangs("no item was ever put, and `join` waits");
        pool.join();
        put(pool, [0]);
        let joined = [(); 4].map(|()| beside(|| pool.join()));
        moment();
        hangs("four threads are in `join`, all is done, and one stays there: the end concerns each of them");
        gate.end([0]);
        assert!(joined.iter().all(|joined| joined.recv().is_ok()));
    });
}

/// Whichever thread is woken first: most are in `join`, and some of them came before the free one, some after.
#[test]
fn a_join_takes_no_wake_up_from_a_free_thread() {
    test(|hangs| {
        let (pool, gate) = held(hangs, 2, 2);
        for ended in [1, 9] {
            (0..5).for_each(|_| drop(beside(|| pool.join())));
            moment();
            gate.end([ended]);
            moment();
        }
        hangs("a thread is free, and an item is not begun: the one thread that `put` woke was in `join`");
        put(pool, [2]);
        gate.begun(3);
    });
}

#[cfg(unix)]
#[test]
fn waiting_takes_no_time_of_the_processor() {
    use std::{fs, sync::mpsc::channel, time::Duration};
    // The time of this thread, and 5 ms for each time it slept, which only Linux counts.
    let cost = || {
        let status = fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
        let sleeps = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        let sleeps = sleeps.map_or(0, |count| count.trim().parse().expect("a number"));
        test_tools::clock::cpu_time() + Duration::from_millis(5) * sleeps
    };
    test(move |hangs| {
        let (costs, cost_of) = channel();
        let (pool, _) = kept(gated(1, move |_, moments, _| {
            costs.send(cost()).expect("the test waits");
            (0..moments).for_each(|_| moment());
        }));
        hangs("an item is not begun, or `join` waits on");
        put(pool, [0]);
        (0..3).for_each(|_| moment());
        put(pool, [3]);
        let [before, after] = [(); 2].map(|()| cost_of.recv().expect("it is begun"));
        let (idle, before) = (after.saturating_sub(before), cost());
        pool.join();
        let join = cost() - before;
        let costs = format!("a free thread took {idle:?}, and `join` {join:?} (with 5 ms for each wake-up)");
        assert!(idle.max(join).as_millis() < 50, "{costs}: what waits sleeps until it is woken");
    });
}

#[test]
fn a_drop_ends_threads_that_are_free() {
    test(|hangs| {
        let (pool, gate) = gated(2, |_, item, gate| gate.pass(item));
        hangs("two items were put, and are not begun");
        put(&pool, [0, 1]);
        gate.begun(2);
        gate.end([0, 1]);
        moment();
        hangs("the pool was dropped, and a thread waits on for an item, which nothing can put");
        drop(pool);
        drop(gate.wait(|seen| seen.ended_threads == 2));
    });
}

#[test]
fn a_drop_waits_for_nothing_and_lets_nothing_begin() {
    test(|hangs| {
        let (pool, gate) = gated(1, |pool, item, gate| {
            gate.pass(item);
            gate.pass(pool.put(3).err().unwrap_or(item));
        });
        hangs("an item was put, and is not begun");
        put(&pool, 0..3);
        gate.begun(1);
        hangs("an item is in flight, and the drop of the pool waits for it: a drop is no `join`");
        drop(pool);
        hangs("the pool was dropped, and its thread does not end after its item");
        gate.end(0..4);
        let begun = gate.wait(|seen| seen.ended_threads == 1).begun.clone();
        assert_eq!(begun.len(), 2, "the pool was dropped, and an item began later");
        assert_eq!(begun[1], 3, "the pool was dropped, and `put` did not return the item that the work put");
    });
}
