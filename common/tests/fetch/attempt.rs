//! The policy of one fetch: tries and deadlines.

use std::time::{Duration, Instant};

use common::fetch::attempt::{Situation, Verdict, verdict};
use common::fetch::http::Again;
use common::{Attempt, Cause, FetchError, Options, Phase, Response};
use common_fuzz::offline::{attempt, attempt_with, broken};

const TIMEOUT: Duration = Duration::from_secs(3600);

fn options() -> Options {
    Options { timeout: TIMEOUT, ..Options::new([]) }
}

/// Ends the try with an error of the network.
fn closed(attempt: &Attempt) -> FetchError {
    attempt.decode(&mut attempt.decoder(), b"").expect_err("no answer")
}

/// Returns the try and the phase that an attempt has reached, as an error names them.
fn reached(attempt: &Attempt) -> (u32, Phase) {
    let error = attempt.timed_out();
    (error.tries, error.phase)
}

#[test]
fn a_try_begins_with_the_name_and_no_phase_moves_its_deadline() {
    let before = Instant::now() + TIMEOUT;
    let attempt = attempt(options());
    assert_eq!(reached(&attempt), (1, Phase::Resolving));
    let deadline = attempt.deadline();
    assert!(before <= deadline && deadline <= Instant::now() + TIMEOUT);
    attempt.enter(Phase::Sending);
    assert_eq!((attempt.deadline(), reached(&attempt)), (deadline, (1, Phase::Sending)));
}

const FINAL: Verdict = Verdict::Final;
const NEXT: Verdict = Verdict::TryAgain;

/// A fetch that may do everything.
const ALL: Situation = Situation { is_interrupted: false, has_address: true, has_try: true };

#[test]
fn network_errors_are_tried_again_and_bad_answers_are_not() {
    use Phase::*;

    for (cause, phase, expected, with_nothing) in [
        (Cause::Dns(broken()), Resolving, NEXT, FINAL),
        (Cause::Connect(broken()), Connecting, Verdict::GoOn, FINAL),
        (Cause::Timeout, Connecting, Verdict::GoOn, FINAL),
        (Cause::Timeout, Reading, NEXT, FINAL),
        (Cause::Reset(broken()), Sending, NEXT, FINAL),
        (Cause::Closed, Reading, NEXT, FINAL),
        (Cause::Truncated, Decoding, NEXT, FINAL),
        (Cause::Io(broken()), Reading, NEXT, FINAL),
        (Cause::TooEarly, Resolving, Verdict::GoOn, Verdict::GoOn),
        (Cause::TooLarge("it".into()), Decoding, FINAL, FINAL),
        (Cause::Malformed(httparse::Error::Status), Decoding, FINAL, FINAL),
        (Cause::BadResponse("why".into()), Decoding, FINAL, FINAL),
        (Cause::UnsupportedScheme("why".into()), Resolving, FINAL, FINAL),
        (Cause::Tls("why".into()), Securing, FINAL, FINAL),
        (Cause::Panic("why".into()), Decoding, FINAL, FINAL),
    ] {
        let nothing = Situation { has_address: false, has_try: false, ..ALL };
        let interrupted = Situation { is_interrupted: true, ..ALL };
        let verdicts = [ALL, nothing, interrupted].map(|situation| verdict(&cause, phase, situation));
        assert_eq!(verdicts, [expected, with_nothing, FINAL], "{} at {phase}", cause.kind());
    }
}

#[test]
fn pauses_grow_up_to_a_few_seconds_and_differ() {
    let pauses = [(); 8].map(|()| {
        let attempt = attempt(Options { max_tries: 50, ..options() });
        let next = || {
            attempt.again(closed(&attempt)).ok()?;
            Some(attempt.starts_at() - Instant::now())
        };
        let pauses: Vec<_> = std::iter::from_fn(next).collect();
        assert!(pauses.len() == 49 && pauses[0] < pauses[1]);
        assert!(pauses[48] < Duration::from_secs(10));
        pauses[0]
    });
    let (least, most) = (pauses.iter().min().unwrap(), pauses.iter().max().unwrap());
    assert!(*most - *least > Duration::from_millis(1), "tries that failed together come back so: {pauses:?}");
}

#[test]
fn each_try_has_the_whole_timeout_after_its_pause() {
    let attempt = attempt(options());
    attempt.enter(Phase::Reading);
    let before = Instant::now();
    attempt.again(closed(&attempt)).unwrap();
    assert!(attempt.starts_at() > before && attempt.deadline() == attempt.starts_at() + TIMEOUT);
    assert_eq!(reached(&attempt), (2, Phase::Resolving));
    let response = attempt.finish(Response { status: 204, ..Response::default() });
    assert_eq!((response.status, response.tries), (204, 2));
    assert!(!response.elapsed.is_zero());
}

#[test]
fn a_repetition_costs_no_try_and_takes_its_turn() {
    let next_turn = Instant::now() + TIMEOUT;
    let services = web::services(Options { delay: TIMEOUT, ..options() });
    let attempt = attempt_with(services.clone());
    attempt.enter(Phase::Reading);
    let request = attempt.current().request;
    let again = Cause::Again(Again { request, costs_try: false, pause: Duration::ZERO });
    attempt.again(attempt.error(again)).unwrap();
    assert_eq!(reached(&attempt), (1, Phase::Resolving));
    assert!(attempt.starts_at() >= next_turn && attempt.deadline() == attempt.starts_at() + TIMEOUT);
    services.interrupt.trigger();
    assert!(attempt.again(closed(&attempt)).is_err(), "after an interrupt, nothing is tried again");
}

#[test]
fn a_timeout_that_overflows_the_clock_never_passes() {
    let attempt = attempt(Options { timeout: Duration::MAX, ..options() });
    for _ in 0..2 {
        assert!(attempt.deadline() > Instant::now());
        assert!(attempt.again(closed(&attempt)).is_ok());
    }
}
