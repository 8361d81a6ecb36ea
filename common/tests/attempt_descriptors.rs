//! A fetch that lacks a descriptor: as long as one can come back, it waits, and that costs no try.

use std::time::{Duration, Instant};

use common::{Attempt, Cause, Options, Phase};
use common_fuzz::web::{attempt, broken};

/// Begins two fetches, with one try of this time limit each.
fn two(timeout: Duration) -> [Attempt; 2] {
    let options = Options { timeout, max_tries: 1, ..Options::new([]) };
    [(); 2].map(|()| attempt(&options))
}

/// Ends the try because it lacks a descriptor. Returns whether the fetch goes on.
fn waits(attempt: &Attempt) -> bool {
    attempt.again(attempt.error(Cause::OutOfDescriptors(broken()))).is_ok()
}

#[cfg(unix)]
#[test]
fn a_lack_of_descriptors_costs_no_try() {
    for code in [23, 24] {
        let [attempt, _] = two(Duration::from_secs(3600));
        for phase in [Phase::Resolving, Phase::Connecting, Phase::Reading] {
            attempt.enter(phase);
            let error = attempt.io_error(std::io::Error::from_raw_os_error(code));
            assert!(attempt.again(error).is_ok(), "{code} while {phase}");
            assert_eq!(attempt.tries(), 1);
        }
    }
}

/// Both are about to connect, and neither gets a descriptor.
#[test]
fn fetches_that_lack_descriptors_do_not_wait_for_each_other() {
    let fetches = two(Duration::ZERO);
    fetches.iter().for_each(|attempt| attempt.enter(Phase::Connecting));
    assert_eq!(fetches.each_ref().map(waits), [true, false]);
    assert_eq!(fetches.each_ref().map(waits), [false, false]);
}

#[test]
fn a_descriptor_that_comes_back_begins_the_wait_again() {
    const LIMIT: Duration = Duration::from_millis(20);
    let [holding, lacking] = two(LIMIT);
    holding.enter(Phase::Reading);
    let begin = Instant::now();
    assert!(waits(&lacking));
    while begin.elapsed() < LIMIT {}
    let returned = Instant::now();
    drop(holding);
    while waits(&lacking) {}
    assert!(returned.elapsed() >= LIMIT, "{:?}", returned.elapsed());
}
