//! The policy of one fetch: tries and deadlines.

use std::time::{Duration, Instant};

use common::{Cause, Options, Phase, Response};
use common_fuzz::web::{attempt, broken};

const TIMEOUT: Duration = Duration::from_secs(3600);

fn options() -> Options {
    Options { timeout: TIMEOUT, ..Options::new([]) }
}

#[test]
fn a_try_begins_with_the_name_and_no_phase_moves_its_deadline() {
    let before = Instant::now() + TIMEOUT;
    let attempt = attempt(&options());
    assert_eq!((attempt.tries(), attempt.phase()), (1, Phase::Resolving));
    let deadline = attempt.deadline();
    assert!(before <= deadline && deadline <= Instant::now() + TIMEOUT);
    attempt.enter(Phase::Sending);
    assert_eq!(attempt.deadline(), deadline);
    let error = attempt.timed_out();
    assert_eq!((error.cause.kind(), error.phase, error.tries), ("timeout", Phase::Sending, 1));
}

#[test]
fn network_errors_are_tried_again_and_bad_answers_are_not() {
    for (cause, expected) in [
        (Cause::Dns(broken()), true),
        (Cause::Connect(broken()), true),
        (Cause::Timeout, true),
        (Cause::Reset(broken()), true),
        (Cause::Closed, true),
        (Cause::Truncated, true),
        (Cause::Io(broken()), true),
        (Cause::TooLarge("it".into()), false),
        (Cause::Malformed(httparse::Error::Status), false),
        (Cause::BadResponse("why".into()), false),
        (Cause::UnsupportedScheme("`https` is not supported".into()), false),
        (Cause::Tls("why".into()), false),
        (Cause::Panic("why".into()), false),
    ] {
        let (attempt, kind) = (attempt(&options()), cause.kind());
        assert_eq!(attempt.again(attempt.error(cause)).is_ok(), expected, "{kind}");
    }
}

#[test]
fn pauses_grow_up_to_a_few_seconds() {
    let attempt = attempt(&Options { max_tries: 50, ..options() });
    let next = || {
        attempt.again(attempt.error(Cause::Closed)).ok()?;
        Some(attempt.starts_at().saturating_duration_since(Instant::now()))
    };
    let pauses: Vec<_> = std::iter::from_fn(next).collect();
    assert!(pauses.len() == 49 && pauses[0] < pauses[1]);
    assert!(pauses[48] < Duration::from_secs(10));
}

#[test]
fn tries_that_failed_together_do_not_come_back_together() {
    let pauses = [(); 8].map(|()| {
        let attempt = attempt(&options());
        attempt.again(attempt.error(Cause::Closed)).unwrap();
        attempt.starts_at() - Instant::now()
    });
    let (least, most) = (pauses.iter().min(), pauses.iter().max());
    assert!(most.unwrap().saturating_sub(*least.unwrap()) > Duration::from_millis(1), "{pauses:?}");
}

#[test]
fn each_try_has_the_whole_timeout_after_its_pause() {
    let attempt = attempt(&options());
    attempt.enter(Phase::Reading);
    let before = Instant::now();
    attempt.again(attempt.error(Cause::Closed)).unwrap();
    assert!(attempt.starts_at() > before && attempt.deadline() == attempt.starts_at() + TIMEOUT);
    assert_eq!((attempt.tries(), attempt.phase()), (2, Phase::Resolving));
    let response = attempt.response(Response { status: 204, ..Response::default() });
    assert_eq!((response.status, response.tries), (204, 2));
    assert!(!response.elapsed.is_zero());
}

#[test]
fn a_repetition_costs_no_try_and_takes_its_turn() {
    let next_turn = Instant::now() + TIMEOUT;
    let attempt = attempt(&Options { delay: TIMEOUT, ..options() });
    attempt.enter(Phase::Reading);
    attempt.repeat(Duration::ZERO);
    assert_eq!((attempt.tries(), attempt.phase()), (1, Phase::Resolving));
    assert!(attempt.starts_at() >= next_turn && attempt.deadline() == attempt.starts_at() + TIMEOUT);
}

#[test]
fn a_timeout_that_overflows_the_clock_never_passes() {
    let attempt = attempt(&Options { timeout: Duration::MAX, ..options() });
    for _ in 0..2 {
        assert!(attempt.deadline() > Instant::now());
        assert!(attempt.again(attempt.error(Cause::Closed)).is_ok());
    }
}

#[test]
fn after_an_interrupt_nothing_is_tried_again() {
    let options = options();
    let attempt = attempt(&options);
    options.services.interrupt.trigger();
    assert!(attempt.again(attempt.error(Cause::Closed)).is_err());
}
