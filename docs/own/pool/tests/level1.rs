//! Level 1: a list.

mod tools;

use std::cell::RefCell;
use std::panic::{catch_unwind, resume_unwind};
use std::sync::Barrier;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;

use own::fetch_all;
use test_tools::watchdog::returning_within;
use tools::{Gate, LIMIT, beside, moment, test};

/// Fetches items that `gate` holds, in a thread of its own.
fn held(list: Vec<u32>, cap: usize, gate: &Gate) {
    let gate = gate.clone();
    beside(move || fetch_all(list, cap, |item| gate.pass(item)));
}

/// Returns the pages, or `None` for a panic.
fn pages<P>(results: Vec<thread::Result<P>>) -> Vec<Option<P>> {
    results.into_iter().map(Result::ok).collect()
}

#[test]
fn the_results_are_in_the_order_of_the_list() {
    test(|hangs| {
        hangs(
            "the first fetch lasts until the last one has ended, and that does not end: three may be in flight",
        );
        let last_ended = Gate::default();
        let results = fetch_all(vec![0, 1, 2], 3, |item| {
            match item {
                0 => last_ended.pass(0),
                2 => last_ended.end(0),
                _ => {}
            }
            item * 10
        });
        let rule = "the first fetch was the last to end: the results are in the order of the list, and not in that of the ends";
        assert_eq!(pages(results), [Some(0), Some(10), Some(20)], "{rule}");
    });
}

#[test]
fn fetches_begin_in_the_order_of_the_list() {
    test(|hangs| {
        hangs("`fetch_all` does not return, and no fetch waits");
        let gate = Gate::default();
        gate.open();
        fetch_all((0..10).collect(), 1, |item| gate.pass(item));
        let rule = "one fetch after another is begun, but not in the order of the list";
        assert_eq!(gate.begun(10), Vec::from_iter(0..10), "{rule}");
    });
}

#[test]
fn a_cap_of_three_has_three_in_flight() {
    test(|hangs| {
        hangs(
            "three fetches may be in flight, and fewer are: a fetch waits for another one to end. A lock that is held during \
                a fetch keeps the others from beginning",
        );
        let all = Barrier::new(3);
        fetch_all(vec![0; 9], 3, |_| all.wait());
    });
}

#[test]
fn a_fetch_that_ends_makes_room_for_the_next_one() {
    test(|hangs| {
        let gate = Gate::default();
        held(vec![0, 1, 2], 2, &gate);
        hangs("two fetches may be in flight, and two do not begin");
        gate.begun(2);
        gate.end(1);
        hangs(
            "one of two fetches has ended, and the third item is not begun: a slow fetch holds up none but itself, so do not \
                wait for all of a group, nor divide the list in advance",
        );
        gate.begun(3);
    });
}

#[test]
fn never_more_are_in_flight_than_the_cap_allows() {
    test(|hangs| {
        let gate = Gate::default();
        held((0..9).collect(), 2, &gate);
        hangs("two fetches may be in flight, and two do not begin");
        gate.begun(2);
        let count = gate.begun_later().len();
        assert_eq!(
            count, 2,
            "the cap is 2, and {count} fetches are in flight: the others wait until one ends"
        );
    });
}

#[test]
fn a_panic_costs_its_page_alone() {
    test(|hangs| {
        hangs("a fetch has panicked, and `fetch_all` does not return: a panic is a result like any other");
        let fetch = |item| if item == 1 { resume_unwind(Box::new("bad luck")) } else { item };
        let Ok(mut results) = catch_unwind(|| fetch_all(vec![0, 1, 2], 1, fetch)) else {
            panic!(
                "the panic of one fetch has ended `fetch_all`: it costs one page, and the others are wanted"
            )
        };
        let rule = "the second page of three is lost, and no other: the thread that fetched it goes on";
        let panic = results.get_mut(1).and_then(|result| result.as_mut().err());
        let says = panic.map(|panic| panic.downcast_ref::<&str>().copied());
        assert_eq!(
            says,
            Some(Some("bad luck")),
            "{rule} (its result is what it panicked with, as of `thread::join`)"
        );
        assert_eq!(pages(results), [Some(0), None, Some(2)], "{rule}");
    });
}

/// Counts the threads that have ended. A thread takes its time over that.
struct Ending<'a>(&'a AtomicUsize);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        moment();
        self.0.fetch_add(1, SeqCst);
    }
}

#[test]
fn no_thread_is_left_when_it_returns() {
    static ENDED: AtomicUsize = AtomicUsize::new(0);
    thread_local!(static ENDING: RefCell<Option<Ending<'static>>> = const { RefCell::new(None) });
    test(|hangs| {
        hangs("two fetches may be in flight, and two do not begin, or a thread does not end");
        let both = Barrier::new(2);
        fetch_all(vec![1, 2], 2, |_| {
            both.wait();
            ENDING.set(Some(Ending(&ENDED)));
        });
        let rule = "two threads have fetched, and not both have ended when `fetch_all` returns. (A scope waits until their \
            closures have returned, and `join` of a thread until it has dropped its thread-local values, too)";
        assert_eq!(ENDED.load(SeqCst), 2, "{rule}");
    });
}

#[test]
fn there_are_no_more_threads_than_items() {
    const MESSAGE: &str = "two items need two threads, and `fetch_all` starts on and on: the cap may be any number, and a \
        thread is started for an item, not for a place under the cap";
    let results = returning_within(LIMIT, MESSAGE, || {
        catch_unwind(|| pages(fetch_all(vec![1, 2], usize::MAX, |item| item)))
    });
    assert_eq!(results.ok(), Some(vec![Some(1), Some(2)]), "{MESSAGE}");
    let nothing = returning_within(LIMIT, "no item is fetched, and `fetch_all` does not return", || {
        fetch_all(vec![], 3, |item: u32| item)
    });
    assert!(nothing.is_empty(), "the list is empty, and has results");
}

#[test]
fn a_cap_of_zero_is_refused() {
    test(|hangs| {
        let rule = "with a cap of 0, nothing can be fetched: that is a mistake of the caller, which a panic tells at once";
        hangs("a cap of 0 lets nothing be fetched, and `fetch_all` waits for a fetch: it panics at once");
        assert!(catch_unwind(|| fetch_all(vec![1], 0, |item| item)).is_err(), "{rule}");
    });
}
