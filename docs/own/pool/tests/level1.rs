//! Level 1: a list.

mod tools;

use std::{panic, thread};

use own::fetch_all;
use test_tools::watchdog::{BRIEF, returning_within};
use tools::{Gate, moment, within};

#[test]
fn there_are_no_more_threads_than_items() {
    let why = "two items need two threads: the cap, `usize::MAX`, is no number of threads to start";
    let fetches = || panic::catch_unwind(|| fetch_all(vec![1, 2], usize::MAX, |item| item).len());
    assert_eq!(returning_within(BRIEF, why, fetches).ok(), Some(2), "{why}");
}

/// Fetches `0..count`, in a thread.
fn fetching(count: u32, cap: usize) -> (thread::JoinHandle<Vec<thread::Result<u32>>>, Gate) {
    let gate = Gate::default();
    let at = gate.clone();
    (thread::spawn(move || fetch_all((0..count).collect(), cap, |item| at.pass(item))), gate)
}

#[test]
fn as_many_are_in_flight_as_the_cap_allows() {
    let (_pair, gate) = fetching(2, 2);
    gate.begun(2, "two may be in flight, and one waits for the other: hold no lock while you fetch");
    let (_crowd, gate) = fetching(300, 300);
    gate.begun(300, "300 may be in flight, and fewer are: the cap says how many, and nothing else");
    let (results, gate) = fetching(20, 12);
    gate.begun(
        12,
        "12 of 20 may be in flight, and fewer are: divide no list beforehand, and count no processors",
    );
    moment();
    let count = gate.see(|seen| seen.begun.len());
    assert_eq!(count, 12, "the cap is 12, and {count} are in flight: the others wait until one ends");
    for next in 12..20 {
        // One thread fetches these after 0, and the first items of the others end last.
        gate.end([if next == 12 { 0 } else { next - 1 }]);
        let why = "one of 12 has ended, and the next one does not begin: slow ones hold up no other";
        let begun = gate.begun(next as usize + 1, why);
        assert_eq!(begun.last(), Some(&next), "fetches do not begin in the order of the list");
    }
    gate.end(0..20);
    let results = within("all have ended, and `fetch_all` does not return", || results.join());
    let pages = Vec::from_iter(results.into_iter().flatten().flatten());
    assert_eq!(pages, Vec::from_iter(0..20), "the results are not in the order of the list");
}

#[test]
fn items_begin_in_order_a_panic_costs_one_and_every_thread_ends() {
    let gate = Gate::default();
    gate.end(0..10);
    let at = gate.clone();
    let hangs = "a fetch has panicked, and `fetch_all` does not return: a panic is a result, too";
    let (results, threads) = within(hangs, move || {
        // This thread may fetch, too.
        at.pass(9);
        let fetch = |item| if at.pass(item) == 1 { panic::resume_unwind(Box::new("bad luck")) } else { item };
        let results = panic::catch_unwind(|| fetch_all(vec![0, 1, 2], 1, fetch));
        (results, at.see(|seen| seen.threads - 1))
    });
    let results = results.unwrap_or_else(|_| panic!("a panic costs one page, and it ended `fetch_all`"));
    let results = results.into_iter().map(|result| result.map_err(|panic| panic.downcast_ref().copied()));
    let expected = [Ok(0), Err(Some("bad luck")), Ok(2)];
    assert_eq!(Vec::from_iter(results), expected, "a page is lost, or the payload of its panic");
    let begun = gate.see(|seen| seen.begun.split_off(1));
    assert_eq!(begun, [0, 1, 2], "fetches do not begin in the order of the list");
    let rule = "(`thread::scope` waits for closures, and `join` for thread-locals, too)";
    assert_eq!(threads, 0, "`fetch_all` has returned before its threads have ended {rule}");
}
