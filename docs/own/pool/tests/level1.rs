//! Level 1: a list.

mod tools;

use std::panic::{catch_unwind, resume_unwind};
use std::{sync::mpsc::Receiver, thread};

use own::fetch_all;
use test_tools::watchdog::returning_within;
use tools::{Gate, LIMIT, beside, moment, test};

/// Begins to fetch `0..count`, which the gate holds.
fn held(count: u32, cap: usize) -> (Gate, Receiver<Vec<thread::Result<u32>>>) {
    let gate = Gate::default();
    let holds = gate.clone();
    let fetch = move |item| {
        holds.pass(item);
        item
    };
    (gate, beside(move || fetch_all((0..count).collect(), cap, fetch)))
}

#[test]
fn the_results_are_in_the_order_of_the_list() {
    test(|hangs| {
        hangs("three may be in flight, and fewer are, or one that has ended makes no room for the next");
        let (gate, results) = held(5, 3);
        // The first thread fetches 0, 3 and 4. The fetches of 0 and 3 are the first to end.
        for (ended, begun) in [(9, 3), (0, 4), (3, 5)] {
            gate.end([ended]);
            gate.begun(begun);
        }
        gate.end(0..5);
        let pages = Vec::from_iter(results.recv().into_iter().flatten().flatten());
        assert_eq!(pages, [0, 1, 2, 3, 4], "the results are not in the order of the list");
    });
}

#[test]
fn fetches_begin_in_the_order_of_the_list() {
    test(|hangs| {
        hangs("no fetch waits, and `fetch_all` does not return");
        let gate = Gate::default();
        gate.end(0..9);
        fetch_all((0..9).collect(), 1, |item| gate.pass(item));
        assert_eq!(gate.begun(9), Vec::from_iter(0..9), "fetches do not begin in the order of the list");
    });
}

#[test]
fn as_many_are_in_flight_as_the_cap_allows() {
    test(|hangs| {
        hangs("three may be in flight, and one waits until another one ends: hold no lock while you fetch");
        let (gate, _) = held(9, 3);
        gate.begun(3);
        moment();
        let count = gate.begun(3).len();
        assert_eq!(count, 3, "the cap is 3, and {count} are in flight: the others wait until one ends");
        hangs("a fetch is slow, the others end, and not all items are begun: it holds up no other one");
        gate.end((0..9).filter(|item| *item != 1));
        gate.begun(9);
    });
}

#[test]
fn a_panic_costs_its_page_alone() {
    test(|hangs| {
        hangs("a fetch has panicked, and `fetch_all` does not return: a panic is a result, too");
        let fetch = |item| if item == 1 { resume_unwind(Box::new("bad luck")) } else { item };
        let results = catch_unwind(|| fetch_all(vec![0, 1, 2], 1, fetch));
        let results = results.unwrap_or_else(|_| panic!("a panic costs one page, and it ended `fetch_all`"));
        let results = results.into_iter().map(|result| result.map_err(|panic| panic.downcast_ref().copied()));
        let expected = [Ok(0), Err(Some("bad luck")), Ok(2)];
        assert_eq!(Vec::from_iter(results), expected, "a page is lost, or the payload of its panic");
    });
}

#[test]
fn no_thread_is_left_when_it_returns() {
    test(|hangs| {
        hangs("two may be in flight, and two do not begin, or a thread does not end");
        let gate = Gate::default();
        // This thread may fetch, too.
        gate.end([9]);
        gate.pass(9);
        fetch_all(vec![0, 1], 2, |item| {
            gate.end([1 - item]);
            gate.pass(item);
        });
        let ended = gate.wait(|_| true).ended_threads;
        let threads = gate.wait(|_| true).threads - 1;
        let rule = "(`thread::scope` waits for closures, and `join` for thread-locals, too)";
        assert_eq!(ended, threads, "`fetch_all` has returned before its threads have ended {rule}");
    });
}

#[test]
fn there_are_no_more_threads_than_items() {
    const MESSAGE: &str =
        "two items need two threads, and the cap, `usize::MAX`, is no number of threads to start";
    let fetches = || catch_unwind(|| fetch_all(vec![1, 2], usize::MAX, |item| item).len());
    assert_eq!(returning_within(LIMIT, MESSAGE, fetches).ok(), Some(2), "{MESSAGE}");
}
