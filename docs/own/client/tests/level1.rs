//! A list of pages, with a limited number of fetches in flight.

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
        assert_eq!(
            results,
            ["a", "b", "c"],
            "three fetches end in another order than they began, and the results (left) are not in the order of the list (right): a \
            result must be known by its page's place in the list"
        );
    });
}

#[test]
fn a_url_that_stands_twice_has_two_results() {
    test(|net| {
        let results = net.fetch_all(&["a/1", "b/1", "a/1"], most(3));
        assert_eq!(
            results,
            ["a", "b", "a"],
            "the third URL is the first one again, and the results (left) are not one for each place in the list (right): a URL does \
            not name a place"
        );
    });
}

#[test]
fn an_error_costs_only_its_own_page() {
    test(|net| {
        let results = net.fetch_all(&["a/1", "b/1?", "c/1"], most(1));
        assert_eq!(
            results,
            ["a", "Missing", "c"],
            "the page in the middle is missing, and its error is not just one of three results: it is the result of its page, and ends \
            nothing else"
        );
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
        assert_eq!(
            net.begun.borrow()[..3],
            ["0 a", "0 b", "0 c"],
            "3 fetches may be in flight, and they did not begin at second 0, in the order of the list (left: second and page): a future \
            does nothing before its first poll, and one that is awaited alone has no other beside it"
        );
    });
}

#[test]
fn no_more_fetches_are_in_flight_than_the_limit_says() {
    test(|net| {
        net.fetch_all(&["a/2", "b/1", "c/3", "d/1", "e/2", "f/1"], most(2));
        assert_eq!(
            net.most.get(),
            2,
            "the limit is 2 fetches in flight, and the most at once were others (left): the first poll of a fetch begins it"
        );
    });
}

#[test]
fn a_limit_of_zero_counts_as_one() {
    test(|net| {
        assert_eq!(net.fetch_all(&["a/1", "b/1"], most(0)), ["a", "b"], "with a limit of 0, pages are lost");
        assert_eq!(net.most.get(), 1, "a limit of 0 counts as 1, and more fetches (left) were in flight");
    });
}

#[test]
fn a_slow_page_holds_up_no_other() {
    test(|net| {
        net.fetch_all(&["slow/9", "a/1", "b/1", "slow/9", "c/1", "d/1"], most(2));
        assert_eq!(
            *net.begun.borrow(),
            ["0 slow", "0 a", "1 b", "2 slow", "9 c", "10 d"],
            "2 fetches may be in flight, and some did not begin as soon as there was room (left: second and page): a fetch that has \
            ended makes room at once, also if those before it in the list have not ended"
        );
    });
}

#[test]
fn only_what_was_woken_is_polled() {
    test(|net| {
        let urls: Vec<_> = (1..=100).map(|second| format!("page/{second}")).collect();
        net.fetch_all(&urls.iter().map(String::as_str).collect::<Vec<_>>(), most(100));
        let polls = net.polls.get();
        assert!(
            polls <= 300,
            "100 fetches were in flight, each was woken once, and they were polled {polls} times: a wake-up is for one of them, so the \
            others need no poll"
        );
    });
}
