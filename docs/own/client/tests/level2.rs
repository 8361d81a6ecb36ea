//! Deadlines.

#![allow(clippy::needless_update, reason = "there are more options in later levels")]

mod tools;

use std::time::Duration;

use own::Options;
use tools::test;

/// Returns options with this limit, and with a deadline after 10 seconds.
fn most(most: usize) -> Options {
    Options { most, deadline: Some(Duration::from_secs(10)), ..Options::default() }
}

#[test]
fn a_page_that_does_not_come_is_late() {
    test(|net| {
        let results = net.fetch_all(&["a/-", "b/1"], most(2));
        assert_eq!(results, ["Late", "b"], "the first page never comes, and the results (left) are others");
        assert_eq!(
            net.second(),
            10,
            "a page was late at second 10, and the results were there at another one (left)"
        );
    });
}

#[test]
fn a_page_in_time_does_not_wait_for_its_deadline() {
    test(|net| {
        let results = net.fetch_all(&["a/1", "b/1"], most(1));
        assert_eq!(results, ["a", "b"], "both pages come in time, and the results (left) are others");
        let why = "two fetches of 1 second, one after the other, ended at another second (left): the page or the deadline, whichever \
            comes first, ends the wait";
        assert_eq!(net.second(), 2, "{why}");
    });
}

#[test]
fn what_is_there_at_the_deadline_counts() {
    test(|net| {
        let results = net.fetch_all(&["a/10", "b/11"], most(2));
        let why = "the first page comes at its deadline, the second one later, and the results (left) are others: look at the fetch \
            first, and then at the clock, because a page that is there is worth more than an error";
        assert_eq!(results, ["a", "Late"], "{why}");
    });
}

#[test]
fn the_time_of_a_fetch_begins_with_the_fetch() {
    test(|net| {
        let results = net.fetch_all(&["a/6", "b/6", "c/6"], most(1));
        let why = "each fetch takes 6 of its 10 seconds, and the results (left) are others than the pages: the time of a fetch does \
            not begin before it, and ends with it";
        assert_eq!(results, ["a", "b", "c"], "{why}");
    });
}

#[test]
fn a_late_fetch_is_dropped_at_its_deadline() {
    test(|net| {
        net.fetch_all(&["a/20", "b/30", "c/7"], most(2));
        let why = "two fetches were late at second 10, and were not dropped then (left: second and page): a fetch keeps its connection \
            until its future is dropped";
        assert_eq!(*net.dropped.borrow(), ["10 a", "10 b"], "{why}");
        let why =
            "two fetches were late at second 10, and the next one did not begin then (left: second and page)";
        assert_eq!(*net.begun.borrow(), ["0 a", "0 b", "10 c"], "{why}");
    });
}
