//! Deadlines.

mod tools;

use tools::{Duration, Memory, Options};

/// Returns options with this limit, and with a deadline after 10 seconds.
fn most(most: usize) -> Options {
    Options { most, deadline: Some(Duration::from_secs(10)), ..Options::default() }
}

#[test]
fn a_late_fetch_ends_at_its_deadline() {
    let net = Memory::default();
    let results = net.fetch_all("a/- b/30 c/7", most(2));
    assert_eq!(results, "Late Late c", "two of three pages are late, and the results (left) are others");
    let why = "two fetches were late at second 10, and were not dropped then (left: second and page of each end): a \
        fetch keeps its connection until its future is dropped";
    assert_eq!(*net.ended.borrow(), ["10 a", "10 b", "17 c"], "{why}");
    let why = "two fetches were late at second 10, and the next did not begin then (left: second and page)";
    assert_eq!(*net.begun.borrow(), ["0 a", "0 b", "10 c"], "{why}");
}

#[test]
fn what_is_there_in_time_or_at_the_deadline_counts() {
    let net = Memory::default();
    let why = "each fetch takes 6 of its 10 seconds, and the results (left) are others than the pages: the time of a \
        fetch does not begin before it, and ends with it";
    assert_eq!(net.fetch_all("a/6 b/6 c/6", most(1)), "a b c", "{why}");
    let why = "three fetches of 6 seconds, one after the other, ended at another second (left): the page or the \
        deadline, whichever comes first, ends the wait";
    assert_eq!(net.now.get(), 18, "{why}");
    let why = "the first page comes at its deadline, the second one later, and the results (left) are others: look at \
        the fetch first, and then at the clock, because a page that is there is worth more than an error";
    assert_eq!(net.fetch_all("a/10 b/11", most(2)), "a Late", "{why}");
    let long = Options { deadline: Some(Duration::from_secs(1 << 40)), ..most(1) };
    let results = net.fetch_all(&format!("a/{}", (1_u64 << 40) - 1), long);
    assert_eq!(
        results, "a",
        "a page is there before its deadline, which is long, and the result (left) is another"
    );
}
