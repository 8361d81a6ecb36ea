//! Tries.

mod tools;

use tools::{Duration, Memory, Options};

/// Returns options with this limit, two tries of 10 seconds each, and a first pause of 4 seconds.
fn most(most: usize) -> Options {
    Options { most, deadline: Some(Duration::from_secs(10)), tries: 2, pause: Duration::from_secs(4) }
}

#[test]
fn a_broken_fetch_is_tried_again_after_its_pause() {
    let net = Memory::default();
    let why = "each page is there in its second try, and the results (left) are others: a page that pauses is not in \
        flight, but it is not done either";
    assert_eq!(net.fetch_all("a/1!/1 b/1!/1", most(2)), "a b", "{why}");
    net.fetch_all("c/1!/1!/1!/1", Options { tries: 4, ..most(1) });
    let why = "tries take 1 second, the first pause takes 4, the next ones 8 and 16, and the tries begin at other \
        seconds (left: second and page)";
    assert_eq!(net.begun.borrow()[4..], ["6 c", "11 c", "20 c", "37 c"], "{why}");
    let net = Memory::default();
    net.fetch_all("d/1!", Options { tries: 33, ..most(1) });
    // A try takes a second, and pauses begin with 4.
    let doubled = (0..33).map(|number| format!("{} d", number + 4 * ((1_u64 << number) - 1)));
    let why = "a page has 33 tries of a second, and they begin at other seconds (left: second and page): each pause is twice as \
        long as the one before, however long that is";
    assert_eq!(*net.begun.borrow(), Vec::from_iter(doubled), "{why}");
    let net = Memory::default();
    net.fetch_all("e/1!", Options { tries: 40, pause: Duration::ZERO, ..most(1) });
    assert_eq!(
        net.begun.borrow().len(),
        40,
        "a page has 40 tries without pauses, and there were more or fewer (left)"
    );
}

#[test]
fn each_place_of_a_url_has_its_own_tries() {
    let net = Memory::default();
    // The third and the fourth fetch of the page are good.
    let why = "a URL stands at two places, the first try of each is broken, and the results (left) are not those of their \
        second tries: each place has its own tries";
    assert_eq!(net.fetch_all("a/1!/1!/1 a/1!/1!/1", most(2)), "a a", "{why}");
    let why = "a URL stands at two places, the first try of each ends at second 1, and the second tries begin at other seconds \
        than 5 (left: second and page): each place has its own pauses";
    assert_eq!(net.begun.borrow()[2..], ["5 a", "5 a"], "{why}");
}

#[test]
fn after_the_last_try_its_error_is_the_result_at_once() {
    let net = Memory::default();
    let results = net.fetch_all("a/1!/1? b/1!", most(2));
    assert_eq!(results, "Missing Broken", "the results (left) are not the errors of the last tries");
    let why = "two pages have two tries each, and another number of fetches began (left): the first one is a try, too";
    assert_eq!(net.begun.borrow().len(), 4, "{why}");
    let why = "the last tries end at second 6, and results came later (left): no pause follows the last try";
    assert_eq!(net.now.get(), 6, "{why}");
    let why = "there is no such page, and the result (left) is another: only some errors are worth a try";
    assert_eq!(net.fetch_all("c/1?/1", most(1)), "Missing", "{why}");
}

#[test]
fn each_try_has_its_own_deadline() {
    let net = Memory::default();
    let why = "each of two tries takes 8 of its 10 seconds, and the result (left) is not the page: the other try and \
        the pause do not count";
    assert_eq!(net.fetch_all("a/8!/8", most(1)), "a", "{why}");
    let why = "one of two tries is late, and the result (left) is not the page: a late one is worth another";
    assert_eq!(net.fetch_all("b/-/1", most(1)), "b", "{why}");
    let ended = net.ended.borrow()[2].clone();
    let why = "a try was late at second 30, and was dropped after the pause that follows: a future that is pinned in a block \
        lives to the end of the block";
    assert_ne!(ended, "34 b", "{why}");
    let why = "a try of 10 seconds began at second 20, and was not dropped at second 30 (left: second and page): each try has \
        the whole `deadline`, and no more";
    assert_eq!(ended, "30 b", "{why}");
}

#[test]
fn a_page_that_pauses_leaves_its_place_and_waits_for_one() {
    let net = Memory::default();
    net.fetch_all("a/1!/1 b/1 c/9", most(1));
    let begun = net.begun.borrow();
    let why = "one fetch may be in flight, a page pauses from second 1 to 5, and the others do not begin meanwhile \
        (left: second and page): what pauses is not in flight, and takes no place";
    assert_eq!(begun[..3], ["0 a", "1 b", "2 c"], "{why}");
    let why = "one fetch may be in flight, a pause ends during another fetch, and the page does not begin again when \
        that ends (left: second and page): the page has left its place, and must wait for one";
    assert_eq!(begun[3], "11 a", "{why}");
}
