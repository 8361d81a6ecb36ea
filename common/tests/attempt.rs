//! The policy of one fetch: tries and deadlines.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Attempt, Cause, Options, Phase, Response, Target};
use url::Url;

const TIMEOUT: Duration = Duration::from_secs(3600);

fn attempt(options: Options) -> Attempt {
    let url = Url::parse("http://site.example/").expect("a URL");
    Attempt::first(&Target::page(Arc::new(url)), &Arc::new(options))
}

fn options() -> Options {
    Options { timeout: TIMEOUT, ..Options::new([]) }
}

/// Returns whether a second try follows this error.
fn is_tried_again(cause: Cause) -> bool {
    let attempt = attempt(options());
    attempt.again(attempt.error(cause)).is_ok()
}

fn broken() -> io::Error {
    io::ErrorKind::Other.into()
}

#[test]
fn the_first_try_resolves_the_name() {
    let attempt = attempt(options());
    assert_eq!((attempt.tries(), attempt.phase()), (1, Phase::Resolving));
}

#[test]
fn the_deadline_is_the_timeout_away() {
    let before = Instant::now() + TIMEOUT;
    let attempt = attempt(options());
    assert!(before <= attempt.deadline() && attempt.deadline() <= Instant::now() + TIMEOUT);
}

#[test]
fn a_phase_does_not_move_the_deadline() {
    let attempt = attempt(options());
    let deadline = attempt.deadline();
    attempt.enter(Phase::Reading);
    assert_eq!((attempt.phase(), attempt.deadline()), (Phase::Reading, deadline));
}

#[test]
fn a_timeout_names_its_phase() {
    let attempt = attempt(options());
    attempt.enter(Phase::Sending);
    let error = attempt.timed_out();
    assert_eq!((error.cause.kind(), error.phase, error.tries), ("timeout", Phase::Sending, 1));
}

#[test]
fn network_errors_are_tried_again() {
    let causes = [
        Cause::Dns(broken()),
        Cause::Connect(broken()),
        Cause::Timeout,
        Cause::Reset(broken()),
        Cause::Closed,
    ];
    assert!(causes.into_iter().all(is_tried_again));
    assert!(is_tried_again(Cause::Truncated) && is_tried_again(Cause::Io(broken())));
}

#[test]
fn a_bad_answer_is_not_tried_again() {
    let causes = [
        Cause::TooLarge("it".into()),
        Cause::Malformed(httparse::Error::Status),
        Cause::BadResponse("why".into()),
        Cause::UnsupportedScheme("https".into()),
        Cause::Panic("why".into()),
    ];
    assert!(!causes.into_iter().any(is_tried_again));
}

/// Returns how many tries are made if all fail.
fn tries(max_tries: u32) -> u32 {
    let attempt = attempt(Options { max_tries, ..options() });
    while attempt.again(attempt.error(Cause::Closed)).is_ok() {}
    attempt.tries()
}

#[test]
fn no_more_tries_are_made_than_allowed() {
    assert_eq!([0, 1, 2, 4, 100].map(tries), [1, 1, 2, 4, 100]);
}

#[test]
fn pauses_grow_up_to_a_few_seconds() {
    let attempt = attempt(Options { max_tries: 50, ..options() });
    let next = || {
        attempt.again(attempt.error(Cause::Closed)).ok()?;
        Some(attempt.starts_at().saturating_duration_since(Instant::now()))
    };
    let pauses: Vec<_> = std::iter::from_fn(next).collect();
    assert!(pauses.len() == 49 && pauses[0] < pauses[1]);
    assert!(pauses[48] < Duration::from_secs(10));
}

#[test]
fn each_try_has_the_whole_timeout_after_its_pause() {
    let attempt = attempt(options());
    attempt.enter(Phase::Reading);
    let before = Instant::now();
    attempt.again(attempt.error(Cause::Closed)).unwrap();
    assert!(attempt.starts_at() > before && attempt.deadline() == attempt.starts_at() + TIMEOUT);
    assert_eq!((attempt.tries(), attempt.phase()), (2, Phase::Resolving));
}

#[test]
fn a_repetition_costs_no_try_and_takes_its_turn() {
    let next_turn = Instant::now() + TIMEOUT;
    let attempt = attempt(Options { delay: TIMEOUT, ..options() });
    attempt.enter(Phase::Reading);
    attempt.repeat(Duration::ZERO);
    assert_eq!((attempt.tries(), attempt.phase()), (1, Phase::Resolving));
    assert!(attempt.starts_at() >= next_turn && attempt.deadline() == attempt.starts_at() + TIMEOUT);
}

#[test]
fn a_response_has_its_tries_and_its_time() {
    let attempt = attempt(options());
    attempt.again(attempt.error(Cause::Closed)).unwrap();
    let response = attempt.response(Response { status: 204, ..Response::default() });
    assert_eq!((response.status, response.tries), (204, 2));
    assert!(!response.elapsed.is_zero());
}

#[test]
fn a_timeout_that_overflows_the_clock_never_passes() {
    let attempt = attempt(Options { timeout: Duration::MAX, ..options() });
    assert!(attempt.deadline() > Instant::now());
    assert!(attempt.again(attempt.error(Cause::Closed)).is_ok());
    assert!(attempt.deadline() > Instant::now());
}

#[test]
fn after_an_interrupt_nothing_is_tried_again() {
    let options = options();
    let attempt = attempt(options.clone());
    options.interrupt.trigger();
    assert!(attempt.again(attempt.error(Cause::Closed)).is_err());
}
