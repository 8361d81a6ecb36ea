//! The policy of one fetch: tries and deadlines.

use std::time::{Duration, Instant};

use common::fetch::attempt::{Situation, Verdict, verdict};
use common::fetch::error::Again;
use common::{Attempt, Cause, FetchError, Options, Phase, Response, Services};
use common_fuzz::web::{attempt, broken};

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
const NEXT: Verdict = Verdict::Repeat { costs_try: true, is_paused: true };
const FREE: Verdict = Verdict::Repeat { costs_try: false, is_paused: false };

/// A fetch that may do everything.
const ALL: Situation = Situation {
    is_interrupted: false,
    has_address: true,
    has_try: true,
    has_patience: true,
    asks_for_head: false,
};

#[test]
fn network_errors_are_tried_again_and_bad_answers_are_not() {
    use Phase::*;

    let in_turn = Verdict::Repeat { costs_try: true, is_paused: false };
    let later = Verdict::Repeat { costs_try: false, is_paused: true };
    let head = Situation { asks_for_head: true, ..ALL };
    for (cause, phase, situation, expected, with_nothing) in [
        (Cause::Dns(broken()), Resolving, ALL, NEXT, FINAL),
        (Cause::Connect(broken()), Connecting, ALL, Verdict::GoOn, FINAL),
        (Cause::Timeout, Connecting, ALL, Verdict::GoOn, FINAL),
        (Cause::Timeout, Reading, ALL, NEXT, FINAL),
        (Cause::Reset(broken()), Sending, ALL, NEXT, FINAL),
        (Cause::Closed, Reading, ALL, NEXT, FINAL),
        (Cause::Truncated, Decoding, ALL, NEXT, FINAL),
        (Cause::Io(broken()), Reading, ALL, NEXT, FINAL),
        (Cause::OutOfDescriptors(broken()), Resolving, ALL, later, FINAL),
        (Cause::OutOfDescriptors(broken()), Connecting, ALL, later, FINAL),
        (Cause::Again(Again::LaterTurn), Resolving, ALL, Verdict::GoOn, Verdict::GoOn),
        (Cause::Again(Again::AtOnce), Reading, ALL, FREE, FREE),
        (Cause::Again(Again::NextTry), Reading, ALL, in_turn, in_turn),
        (Cause::TooLarge("it".into()), Decoding, ALL, FINAL, FINAL),
        (Cause::Malformed(httparse::Error::Status), Decoding, ALL, FINAL, FINAL),
        (Cause::BadResponse("why".into()), Decoding, ALL, FINAL, FINAL),
        (Cause::UnsupportedScheme("why".into()), Resolving, ALL, FINAL, FINAL),
        (Cause::Tls("why".into()), Securing, ALL, FINAL, FINAL),
        (Cause::Panic("why".into()), Decoding, ALL, FINAL, FINAL),
        // A failure of HEAD costs a try only if it took long.
        (Cause::Closed, Reading, head, FREE, FREE),
        (Cause::Malformed(httparse::Error::Status), Decoding, head, FREE, FREE),
        (Cause::Timeout, Reading, head, NEXT, FINAL),
        (Cause::Dns(broken()), Resolving, head, NEXT, FINAL),
    ] {
        let nothing = Situation { has_address: false, has_try: false, has_patience: false, ..situation };
        let interrupted = Situation { is_interrupted: true, ..situation };
        let verdicts = [situation, nothing, interrupted].map(|situation| verdict(&cause, phase, situation));
        assert_eq!(verdicts, [expected, with_nothing, FINAL], "{} at {phase}, {situation:?}", cause.kind());
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
    let services = Services::new(Options { delay: TIMEOUT, ..options() });
    let attempt = attempt(services.clone());
    attempt.enter(Phase::Reading);
    attempt.reuse().repeat();
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

#[cfg(unix)]
#[test]
fn a_lack_of_descriptors_costs_no_try_until_the_timeout_has_passed() {
    for (timeout, waits) in [(TIMEOUT, true), (Duration::ZERO, false)] {
        for (code, phase) in [(23, Phase::Resolving), (24, Phase::Connecting)] {
            let attempt = attempt(Options { timeout, max_tries: 1, ..options() });
            for _ in 0..3 {
                attempt.enter(phase);
                let error = attempt.io_error(std::io::Error::from_raw_os_error(code));
                assert_eq!(attempt.again(error).is_ok(), waits, "{code} while {phase}");
                assert_eq!(reached(&attempt).0, 1);
            }
        }
    }
}
