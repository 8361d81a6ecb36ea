//! A fetch that lacks a descriptor: as long as one can come back, it waits, and that costs no try.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Attempt, Cause, Options, Phase, Target};
use url::Url;

/// Makes a fetch with one try of this time limit.
fn options(timeout: Duration) -> Options {
    Options { timeout, max_tries: 1, ..Options::new([]) }
}

fn attempt(options: &Options) -> Attempt {
    let url = Url::parse("http://site.example/").expect("a URL");
    Attempt::first(&Target::page(Arc::new(url)), &Arc::new(options.clone()))
}

/// Ends the try because it lacks a descriptor. Returns whether the fetch goes on.
fn waits(attempt: &Attempt) -> bool {
    attempt.again(attempt.error(Cause::OutOfDescriptors(io::ErrorKind::Other.into()))).is_ok()
}

#[cfg(unix)]
#[test]
fn a_lack_of_descriptors_costs_no_try() {
    for code in [23, 24] {
        let attempt = attempt(&options(Duration::from_secs(3600)));
        for phase in [Phase::Resolving, Phase::Connecting, Phase::Reading] {
            attempt.enter(phase);
            let error = attempt.io_error(io::Error::from_raw_os_error(code));
            assert!(attempt.again(error).is_ok(), "{code} while {phase}");
            assert_eq!(attempt.tries(), 1);
        }
    }
}

#[test]
fn without_a_descriptor_a_fetch_fails_at_its_deadline() {
    assert!(!waits(&attempt(&options(Duration::ZERO))));
}

#[test]
fn a_fetch_waits_as_long_as_another_one_holds_a_descriptor() {
    let options = options(Duration::ZERO);
    let [holding, lacking] = [0, 1].map(|_| attempt(&options));
    holding.enter(Phase::Connecting);
    lacking.enter(Phase::Connecting);
    assert!(waits(&lacking));
    drop(holding);
    assert!(!waits(&lacking));
}

/// Both are about to connect, and neither gets a descriptor.
#[test]
fn fetches_that_lack_descriptors_do_not_wait_for_each_other() {
    let options = options(Duration::ZERO);
    let fetches = [0, 1].map(|_| attempt(&options));
    fetches.iter().for_each(|attempt| attempt.enter(Phase::Connecting));
    assert_eq!(fetches.each_ref().map(waits), [true, false]);
    assert_eq!(fetches.each_ref().map(waits), [false, false]);
}

#[test]
fn a_descriptor_that_comes_back_begins_the_wait_again() {
    const LIMIT: Duration = Duration::from_millis(20);
    let options = options(LIMIT);
    let [holding, lacking] = [0, 1].map(|_| attempt(&options));
    holding.enter(Phase::Reading);
    let begin = Instant::now();
    assert!(waits(&lacking));
    while begin.elapsed() < LIMIT {}
    let returned = Instant::now();
    drop(holding);
    while waits(&lacking) {}
    assert!(returned.elapsed() >= LIMIT, "{:?}", returned.elapsed());
}
