//! A list of pages, with a limited number of fetches in flight.

mod tools;

use tools::{Memory, Options};

fn most(most: usize) -> Options {
    Options { most, ..Options::default() }
}

#[test]
fn each_place_of_the_list_has_its_result() {
    let net = Memory::default();
    let why = "fetches end out of order, and results (left) are not in that of the list: each has its place";
    assert_eq!(net.fetch_all("a/3 b/1 c/2", most(3)), "a b c", "{why}");
    let why = "one URL stands at two places, and results (left) are not three: a URL does not name a place";
    assert_eq!(net.fetch_all("a/1 b/1 a/1", most(3)), "a b a", "{why}");
    let why = "one fetch may be in flight, and results (left) are not three: a fetch that has ended makes room, and holds no \
        place while its result waits for the others";
    assert_eq!(net.fetch_all("a/1 b/1 c/1", most(1)), "a b c", "{why}");
    let why = "a page is missing, and results (left) are not three: an error is a result, and ends no other";
    assert_eq!(net.fetch_all("a/1 b/1? c/1", most(1)), "a Missing c", "{why}");
    assert_eq!(net.fetch_all("", most(3)), "", "an empty list is ready at once, and it has results");
}

#[test]
fn as_many_fetches_are_in_flight_as_the_limit_says() {
    let net = Memory::default();
    net.fetch_all("slow/9 a/1 b/1 slow/9 c/1 d/1", most(2));
    let begun = net.begun.take();
    let why = "2 fetches may be in flight, and they did not begin at second 0 in the order of the list (left: time \
        and page): a future begins with its first poll, and while one is awaited alone, no other is polled";
    assert_eq!(begun[..2], ["0 slow", "0 a"], "{why}");
    let why = "2 fetches may be in flight, and another number was (left): a fetch begins with its first poll";
    assert_eq!(net.most.get(), 2, "{why}");
    let why = "2 fetches may be in flight, and some did not begin as soon as there was room (left: second and page): \
        each fetch that ends makes room, even while an earlier one of the list is in flight";
    assert_eq!(begun, ["0 slow", "0 a", "1 b", "2 slow", "9 c", "10 d"], "{why}");
    let net = Memory::default();
    net.fetch_all("a/1 b/1", most(0));
    assert_eq!(net.most.get(), 1, "the limit is 0, which counts as 1, and another number was in flight");
    let net = Memory::default();
    let why = "the limit is `usize::MAX`, and the results (left) are others: a limit is no number of places to make";
    assert_eq!(net.fetch_all("a/1 b/1", most(usize::MAX)), "a b", "{why}");
    net.fetch_all(&String::from_iter((0..500).map(|number| format!("page{number}/1 "))), most(usize::MAX));
    assert_eq!(
        net.most.get(),
        500,
        "the limit is `usize::MAX`, and not all 500 pages (left) were in flight at once"
    );
}

#[test]
fn only_what_was_woken_is_polled() {
    let net = Memory::default();
    net.fetch_all(&String::from_iter((1..=20).map(|second| format!("page/{second} "))), most(20));
    let polls = net.polls.get();
    let why = "a wake-up concerns one fetch, and the others need no poll (`join_all` polls all that are few)";
    assert!(polls <= 60, "each of 20 fetches was woken once, and the polls were as many as {polls}: {why}");
    let results = net.fetch_all("a/~ b/~ c/~", most(2));
    assert_eq!(results, "a b c", "three pages come in the second poll, and have other results (left)");
}
