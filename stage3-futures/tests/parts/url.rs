//! The fetch of one URL. Its state machines are polled by hand, without an executor.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use common::{FetchError, Options, Response, Target};
use practice_site::{Answer, Site};
use stage3_futures::fetch::fetch;
use stage3_futures::reactor::Reactor;
use test_tools::future::poll;
use test_tools::waker::Count;

use crate::tools::turn_until;

/// More polls than any of these fetches needs.
const MAX_POLLS: usize = 500;

const NO_WAKER: &str = "the fetch returned `Pending`, and the reactor has no waker of it: was the try polled, and is \
    it kept in `self`?";

const ONLY_THE_DEADLINE: &str = "the fetch returned `Pending`, and waits for nothing but its deadline: has an \
    inner future returned `Pending`, too?";

const PANICKED: &str = "the poll of the fetch panicked: was a try polled after its end, or the next one made without \
    `attempt.again`?";

/// Fetches a page that has this answer. Polls the fetch until it is ready, and turns the reactor in between.
#[track_caller]
fn fetched(answer: Answer, change: impl FnOnce(&mut Options)) -> Result<Response, FetchError> {
    let site = Site::builder().page("/", answer).start().unwrap();
    let mut options = Options::new([site.url("/")]);
    change(&mut options);
    let reactor = Reactor::new().unwrap();
    let target = Target::page(Arc::new(site.url("/")));
    let mut fetch = fetch(&target, &Arc::new(options.into()), &reactor);
    let (count, waker) = Count::new();
    for number in 1..=MAX_POLLS {
        let before = count.get();
        let polled = catch_unwind(AssertUnwindSafe(|| poll(&mut fetch, &waker)));
        if let Poll::Ready(fetched) = polled.unwrap_or_else(|_| panic!("{PANICKED}")) {
            let why = "the first poll waited for all events in a loop: no other task could run meanwhile";
            assert!(number > 1, "{why}");
            return fetched;
        }
        // Besides the count and the waker of this test, one is with the deadline, and one with the event of the step.
        match Arc::strong_count(&count) - 2 {
            _ if count.get() > before => {}
            0 => panic!("{NO_WAKER}"),
            1 => panic!("{ONLY_THE_DEADLINE}"),
            _ => {}
        }
        turn_until(&reactor, "the fetch returned `Pending`, and was not woken", || count.get() > before);
    }
    panic!(
        "the fetch was woken and polled {MAX_POLLS} times, and is not ready: it wakes itself, or it reads on at the end of the \
        connection, which is an empty chunk, and which the decoder must be told"
    );
}

const TRIES: &str = "the number of tries in the response is wrong: `attempt.finish` adds it";

/// Asserts that the page was fetched, and returns the number of tries.
#[track_caller]
fn assert_is_page(fetched: Result<Response, FetchError>, body: &str, why: &str) -> u32 {
    let response = fetched.unwrap_or_else(|error| panic!("the fetch failed: {error}; {why}"));
    assert_eq!(String::from_utf8_lossy(&response.body), body, "the page is another one: {why}");
    response.tries
}

#[test]
fn an_answer_in_one_piece_is_returned() {
    let tries = assert_is_page(fetched(Answer::html("page"), |_| ()), "page", "the answer was whole");
    assert_eq!(tries, 1, "{TRIES}");
}

#[test]
fn an_answer_may_come_in_many_pieces() {
    let page = "page ".repeat(50);
    let answer = Answer::html(page.as_str()).in_pieces(40, Duration::from_millis(2));
    let why = "one chunk is not one message: read on, with the same decoder, until it has a whole response";
    assert_is_page(fetched(answer, |options| options.max_tries = 1), &page, why);
}

#[test]
fn the_end_of_the_connection_may_end_an_answer() {
    let fetched = fetched(Answer::html("page").without_length(), |options| options.max_tries = 1);
    assert_is_page(fetched, "page", "an empty chunk is the end, which the decoder must be told");
}

#[test]
fn a_reset_is_not_the_end_of_an_answer() {
    let answer = Answer::html("page").without_length().reset(1);
    let error = fetched(answer, |options| options.max_tries = 1).err();
    let why = "the connection was reset, and the error of the read must be returned, because a page that is cut off is not whole";
    assert_eq!(error.as_ref().map(|error| error.cause.kind()), Some("reset"), "{why}");
}

#[test]
fn a_try_that_fails_is_followed_by_another() {
    let answers = Answer::sequence([Answer::raw(""), Answer::html("page")]);
    let why = "`attempt.again` tells whether a try that failed is followed by another";
    let tries = assert_is_page(fetched(answers, |_| ()), "page", why);
    assert_eq!(tries, 2, "{TRIES}");
}

#[test]
fn a_try_that_times_out_is_followed_by_another() {
    let timeout = Duration::from_millis(200);
    let fetched = fetched(Answer::silent(), |options| (options.max_tries, options.timeout) = (2, timeout));
    let Err(error) = fetched else { panic!("the site does not answer") };
    let kind = (error.cause.kind(), error.tries);
    let why = "a try that times out has failed like any other, and two were allowed";
    assert_eq!(kind, ("timeout", 2), "{why}");
    let rule = "the second try timed out too early: each try has its own deadline, which `attempt.again` sets: make the next \
        try after that call";
    assert!(error.elapsed >= 2 * timeout, "{rule}");
}
