//! Tries.

mod tools;

use std::time::Duration;

use own::Options;
use tools::test;

/// Returns options with this limit, so many tries, and a first pause of 4 seconds.
fn tries(most: usize, tries: u8) -> Options {
    Options { most, tries: tries.into(), pause: Duration::from_secs(4), ..Options::default() }
}

/// Returns options for one fetch at once, with two tries of 10 seconds each.
fn in_time() -> Options {
    Options { deadline: Some(Duration::from_secs(10)), ..tries(1, 2) }
}

#[test]
fn a_broken_fetch_is_tried_again() {
    test(|net| {
        let results = net.fetch_all(&["a/1!/1", "b/1!/1"], tries(2, 2));
        let why = "each page is there in its second try, and the results (left) are others: a page that pauses is not in flight, but \
            it is not done either";
        assert_eq!(results, ["a", "b"], "{why}");
    });
}

#[test]
fn each_pause_is_twice_as_long_as_the_one_before() {
    test(|net| {
        net.fetch_all(&["a/1!/1!/1!/1"], tries(1, 4));
        let why = "tries take 1 second, the first pause takes 4, the next ones 8 and 16, and the tries begin at other seconds (left)";
        assert_eq!(*net.begun.borrow(), ["0 a", "5 a", "14 a", "31 a"], "{why}");
    });
}

#[test]
fn after_the_last_try_its_error_is_the_result_at_once() {
    test(|net| {
        let results = net.fetch_all(&["a/1!/1?", "b/1!"], tries(2, 2));
        assert_eq!(results, ["Missing", "Broken"], "the results (left) are not the errors of the last tries");
        let why = "two pages have two tries each, and another number of fetches began (left): the first one is a try, too";
        assert_eq!(net.begun.borrow().len(), 4, "{why}");
        let why = "the last tries end at second 6, and the results are there at another one (left): no pause follows the last try";
        assert_eq!(net.second(), 6, "{why}");
    });
}

#[test]
fn a_missing_page_is_not_tried_again() {
    test(|net| {
        let results = net.fetch_all(&["a/1?/1"], tries(1, 2));
        let why = "the server said that there is no such page, and the result (left) is another: only some errors are worth a try";
        assert_eq!(results, ["Missing"], "{why}");
    });
}

#[test]
fn each_try_has_its_own_deadline() {
    test(|net| {
        let results = net.fetch_all(&["a/8!/8"], in_time());
        let why = "each of two tries takes 8 of its 10 seconds, and the result (left) is not the page: the other try and the pause do \
            not count";
        assert_eq!(results, ["a"], "{why}");
    });
}

#[test]
fn a_late_try_is_dropped_and_tried_again() {
    test(|net| {
        let results = net.fetch_all(&["a/-/1"], in_time());
        let why = "the first try is late, the second one is not, and the result (left) is not the page: a deadline ends a try, and a \
            late one is worth another";
        assert_eq!(results, ["a"], "{why}");
        let why = "a try was late at second 10, and was not dropped then (left: second and page): a future that is pinned in a block \
            lives to the end of the block, so it is there during the pause";
        assert_eq!(*net.dropped.borrow(), ["10 a"], "{why}");
    });
}

#[test]
fn a_pause_leaves_its_place_to_others() {
    test(|net| {
        net.fetch_all(&["a/1!/1", "b/1", "c/1"], tries(1, 2));
        let why = "one fetch may be in flight, a page pauses from second 1 to 5, and the others do not begin meanwhile (left: second and \
            page): what pauses is not in flight, and takes no place";
        assert_eq!(*net.begun.borrow(), ["0 a", "1 b", "2 c", "5 a"], "{why}");
    });
}

#[test]
fn a_further_try_waits_until_there_is_room() {
    test(|net| {
        net.fetch_all(&["a/1!/1", "b/9"], tries(1, 2));
        let why = "one fetch may be in flight, a pause ends during another fetch, and more were in flight at once (left): the page has \
            left its place, and must wait for one";
        assert_eq!(net.most.get(), 1, "{why}");
    });
}
