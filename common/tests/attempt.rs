//! The policy of one fetch: tries and deadlines.

use std::time::{Duration, Instant};

use common::fetch::attempt::{Situation, Verdict, verdict};
use common::fetch::error::Again;
use common::{Attempt, Cause, FetchError, Options, Phase, Response, Services};
use common_fuzz::web::{attempt, attempt_of, broken};

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
    let attempt = attempt(&options());
    assert_eq!(reached(&attempt), (1, Phase::Resolving));
    let deadline = attempt.deadline();
    assert!(before <= deadline && deadline <= Instant::now() + TIMEOUT);
    attempt.enter(Phase::Sending);
    assert_eq!(attempt.deadline(), deadline);
    let error = attempt.timed_out();
    assert_eq!((error.cause.kind(), error.phase, error.tries), ("timeout", Phase::Sending, 1));
}

const FINAL: Verdict = Verdict::Final;
const NEXT: Verdict = Verdict::Repeat { costs_try: true, is_paused: true };
const FREE: Verdict = Verdict::Repeat { costs_try: false, is_paused: false };

/// A fetch that may do everything, and one that may do nothing.
const ALL: Situation = Situation {
    is_interrupted: false,
    has_address: true,
    has_try: true,
    has_patience: true,
    asks_for_head: false,
};
const NOTHING: Situation = Situation { has_address: false, has_try: false, has_patience: false, ..ALL };

#[test]
fn network_errors_are_tried_again_and_bad_answers_are_not() {
    use Phase::*;

    let in_turn = Verdict::Repeat { costs_try: true, is_paused: false };
    let later = Verdict::Repeat { costs_try: false, is_paused: true };
    for (cause, phase, expected, with_nothing) in [
        (Cause::Dns(broken()), Resolving, NEXT, FINAL),
        (Cause::Connect(broken()), Connecting, Verdict::GoOn, FINAL),
        (Cause::Timeout, Connecting, Verdict::GoOn, FINAL),
        (Cause::Timeout, Reading, NEXT, FINAL),
        (Cause::Reset(broken()), Sending, NEXT, FINAL),
        (Cause::Closed, Reading, NEXT, FINAL),
        (Cause::Truncated, Decoding, NEXT, FINAL),
        (Cause::Io(broken()), Reading, NEXT, FINAL),
        (Cause::OutOfDescriptors(broken()), Resolving, later, FINAL),
        (Cause::OutOfDescriptors(broken()), Connecting, later, FINAL),
        (Cause::Again(Again::LaterTurn), Resolving, Verdict::GoOn, Verdict::GoOn),
        (Cause::Again(Again::AtOnce), Reading, FREE, FREE),
        (Cause::Again(Again::NextTry), Reading, in_turn, in_turn),
        (Cause::TooLarge("it".into()), Decoding, FINAL, FINAL),
        (Cause::Malformed(httparse::Error::Status), Decoding, FINAL, FINAL),
        (Cause::BadResponse("why".into()), Decoding, FINAL, FINAL),
        (Cause::UnsupportedScheme("`https` is not supported".into()), Resolving, FINAL, FINAL),
        (Cause::Tls("why".into()), Securing, FINAL, FINAL),
        (Cause::Panic("why".into()), Decoding, FINAL, FINAL),
    ] {
        let kind = cause.kind();
        assert_eq!(verdict(&cause, phase, ALL), expected, "{kind} while {phase}");
        assert_eq!(verdict(&cause, phase, NOTHING), with_nothing, "{kind} while {phase}");
        let interrupted = Situation { is_interrupted: true, ..ALL };
        assert_eq!(verdict(&cause, phase, interrupted), FINAL, "{kind} while {phase}");
    }
}

#[test]
fn a_failure_of_head_costs_a_try_only_if_it_took_long() {
    for (phase, cause, with_try, without) in [
        (Phase::Reading, Cause::Closed, FREE, FREE),
        (Phase::Decoding, Cause::Malformed(httparse::Error::Status), FREE, FREE),
        (Phase::Reading, Cause::Timeout, NEXT, FINAL),
        (Phase::Resolving, Cause::Dns(broken()), NEXT, FINAL),
    ] {
        for (situation, expected) in [(ALL, with_try), (NOTHING, without)] {
            let situation = Situation { asks_for_head: true, ..situation };
            assert_eq!(verdict(&cause, phase, situation), expected, "{} while {phase}", cause.kind());
        }
    }
}

#[test]
fn pauses_grow_up_to_a_few_seconds() {
    let attempt = attempt(&Options { max_tries: 50, ..options() });
    let next = || {
        attempt.again(closed(&attempt)).ok()?;
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
        attempt.again(closed(&attempt)).unwrap();
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
    let attempt = attempt(&Options { delay: TIMEOUT, ..options() });
    attempt.enter(Phase::Reading);
    attempt.reuse().repeat();
    assert_eq!(reached(&attempt), (1, Phase::Resolving));
    assert!(attempt.starts_at() >= next_turn && attempt.deadline() == attempt.starts_at() + TIMEOUT);
}

#[test]
fn a_timeout_that_overflows_the_clock_never_passes() {
    let attempt = attempt(&Options { timeout: Duration::MAX, ..options() });
    for _ in 0..2 {
        assert!(attempt.deadline() > Instant::now());
        assert!(attempt.again(closed(&attempt)).is_ok());
    }
}

#[test]
fn after_an_interrupt_nothing_is_tried_again() {
    let services = Services::new(options());
    let attempt = attempt_of(&services);
    services.interrupt.trigger();
    assert!(attempt.again(closed(&attempt)).is_err());
}

#[cfg(unix)]
#[test]
fn a_lack_of_descriptors_costs_no_try_until_the_timeout_has_passed() {
    for (timeout, waits) in [(TIMEOUT, true), (Duration::ZERO, false)] {
        for (code, phase) in [(23, Phase::Resolving), (24, Phase::Connecting)] {
            let attempt = attempt(&Options { timeout, max_tries: 1, ..options() });
            for _ in 0..3 {
                attempt.enter(phase);
                let error = attempt.io_error(std::io::Error::from_raw_os_error(code));
                assert_eq!(attempt.again(error).is_ok(), waits, "{code} while {phase}");
                assert_eq!(reached(&attempt).0, 1);
            }
        }
    }
}
