//! Level 3: a shutdown.

mod tools;
#[path = "tools/pool.rs"]
mod with_pool;

use std::time::{Duration, Instant};

use tools::{beside, moment, test};
use with_pool::{gated, held, kept, put};

const HOUR: Duration = Duration::from_secs(3600);

const LATE: &str = "the deadline is over, and `shut_down` waits for what is in flight";

#[test]
fn what_is_left_is_returned_at_the_deadline() {
    test(|hangs| {
        let (pool, gate) = held(hangs, 2, 5);
        hangs(LATE);
        let deadline = Instant::now() + Duration::from_millis(100);
        let left = pool.shut_down(deadline);
        assert!(Instant::now() >= deadline, "`shut_down` returned too early: two items are in flight");
        assert_eq!(left.in_flight, 2, "five items were put, and two of them are still in flight");
        assert_eq!(left.not_begun, [2, 3, 4], "items that were not begun are returned in the order of `put`");
        gate.end(0..5);
        moment();
        assert_eq!(gate.begun(0).len(), 2, "the pool is shut down, and an item began later");
    });
}

#[test]
fn it_waits_until_all_that_is_in_flight_has_ended() {
    test(|hangs| {
        let (pool, gate) = held(hangs, 3, 4);
        let left = beside(|| pool.shut_down(Instant::now() + HOUR));
        moment();
        gate.end([0]);
        moment();
        assert!(left.try_recv().is_err(), "`shut_down` returned too early: two items are in flight");
        hangs("all that was in flight has ended, and `shut_down` waits on: the deadline is for what hangs");
        gate.end(0..4);
        assert_eq!(left.recv().map(|left| left.in_flight), Ok(0), "nothing is in flight any more");
    });
}

#[test]
fn a_later_put_returns_its_item() {
    test(|hangs| {
        let (pool, gate) = kept(gated(1, |pool, item, gate| {
            gate.pass(item);
            gate.pass(pool.put(8).err().unwrap_or(0));
        }));
        hangs("an item was put, and is not begun");
        put(pool, [0]);
        gate.begun(1);
        hangs(LATE);
        pool.shut_down(Instant::now());
        assert_eq!(pool.put(7), Err(7), "the pool is shut down, and `put` loses its item");
        hangs("the pool is shut down, and the work in flight waits in `put`");
        gate.end([0]);
        assert_eq!(gate.begun(2), [0, 8], "the pool is shut down, and a `put` of the work loses its item");
    });
}

#[test]
fn every_join_ends() {
    test(|hangs| {
        let (pool, _gate) = held(hangs, 1, 2);
        let joined = [(); 3].map(|()| beside(|| pool.join()));
        moment();
        let _left = beside(|| pool.shut_down(Instant::now() + HOUR));
        hangs("the pool is shut down, an item hangs, and a thread is still in `join`");
        assert!(joined.iter().all(|joined| joined.recv().is_ok()));
        hangs("the pool is shut down, and a later `join` waits");
        pool.join();
    });
}

#[test]
fn every_thread_ends() {
    test(|hangs| {
        let (pool, gate) = held(hangs, 2, 2);
        gate.end([0]);
        moment();
        hangs(LATE);
        pool.shut_down(Instant::now());
        hangs("the pool is shut down, and a thread does not end: a free one at once, or one after its item");
        gate.end([1]);
        drop(gate.wait(|seen| seen.ended_threads == 2));
    });
}
