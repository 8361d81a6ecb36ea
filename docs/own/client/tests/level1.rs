//! A list of pages, with a limited number of fetches in flight.

#![allow(clippy::needless_update, reason = "there are more options in later levels")]

mod tools;

use own::Options;
use tools::test;

fn most(most: usize) -> Options {
    Options { most, ..Options::default() }
}

#[test]
fn results_are_in_the_order_of_the_list() {
    test(|net| {
        let results = net.fetch_all(&["a/3", "b/1", "c/2"], most(3));
        let why = "three fetches end in another order than they began, and the results (left) are not in that of the list: each page \
            has a place in the list, and its result belongs there";
        assert_eq!(results, ["a", "b", "c"], "{why}");
    });
}

#[test]
fn a_url_that_stands_twice_has_two_results() {
    test(|net| {
        let results = net.fetch_all(&["a/1", "b/1", "a/1"], most(3));
        let why =
            "one URL stands at two places, and the results (left) are not three: a URL does not name a place";
        assert_eq!(results, ["a", "b", "a"], "{why}");
    });
}

#[test]
fn an_error_costs_only_its_own_page() {
    test(|net| {
        let results = net.fetch_all(&["a/1", "b/1?", "c/1"], most(1));
        let why = "the second page is missing, and the results (left) are not three: an error is a result, and ends no other fetch";
        assert_eq!(results, ["a", "Missing", "c"], "{why}");
    });
}

#[test]
fn an_empty_list_is_ready_at_once() {
    test(|net| assert!(net.fetch_all(&[], most(3)).is_empty(), "an empty list has results"));
}

#[test]
fn there_is_room_for_as_many_fetches_as_the_limit_says() {
    test(|net| {
        net.fetch_all(&["a/2", "b/2", "c/2", "d/2"], most(3));
        let why = "3 fetches may be in flight, and they did not begin at second 0 in the order of the list (left: second and page): a \
            future begins with its first poll, and while one is awaited alone, no other is polled";
        assert_eq!(net.begun.borrow()[..3], ["0 a", "0 b", "0 c"], "{why}");
    });
}

#[test]
fn no_more_fetches_are_in_flight_than_the_limit_says() {
    test(|net| {
        net.fetch_all(&["a/2", "b/1", "c/3", "d/1", "e/2", "f/1"], most(2));
        let why =
            "2 fetches may be in flight, and another number was (left): the first poll of a fetch begins it";
        assert_eq!(net.most.get(), 2, "{why}");
    });
}

#[test]
fn a_limit_of_zero_counts_as_one() {
    test(|net| {
        let results = net.fetch_all(&["a/1", "b/1"], most(0));
        assert_eq!(results, ["a", "b"], "the limit is 0, which counts as 1, and pages have no result");
        assert_eq!(
            net.most.get(),
            1,
            "the limit is 0, which counts as 1, and more fetches (left) were in flight"
        );
    });
}

#[test]
fn a_slow_page_holds_up_no_other() {
    test(|net| {
        net.fetch_all(&["slow/9", "a/1", "b/1", "slow/9", "c/1", "d/1"], most(2));
        let why = "2 fetches may be in flight, and some did not begin as soon as there was room (left: second and page): each fetch \
            that ends makes room, even while an earlier one of the list is in flight";
        assert_eq!(*net.begun.borrow(), ["0 slow", "0 a", "1 b", "2 slow", "9 c", "10 d"], "{why}");
    });
}

#[test]
fn only_what_was_woken_is_polled() {
    test(|net| {
        let urls: Vec<_> = (1..=100).map(|second| format!("page/{second}")).collect();
        net.fetch_all(&urls.iter().map(String::as_str).collect::<Vec<_>>(), most(100));
        let polls = net.polls.get();
        let why = "each of 100 fetches was woken once, and the polls were as many as";
        assert!(polls <= 300, "{why} {polls}: a wake-up concerns one fetch, and the others need no poll");
    });
}

#[test]
fn a_fetch_that_wakes_itself_is_polled_again() {
    test(|net| {
        let results = net.fetch_all(&["a/~", "b/~", "c/~"], most(2));
        assert_eq!(
            results,
            ["a", "b", "c"],
            "three pages come in the second poll, and have other results (left)"
        );
    });
}
