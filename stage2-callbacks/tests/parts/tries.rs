//! How a try ends: with the next try, or with the end of the fetch. No host here has an address, so no try connects.

use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::{Cause, Options, Phase, Services};
use program::resolver::on_threads;

use crate::tools::{Fetch, PAUSE, THREE_PAUSES, one_try, setup};

const LOST: &str =
    "a try has failed, and nothing follows: start the next try, or end the fetch with the error";

/// Short enough for a test to wait for, and long enough for a lookup on a machine that is busy.
const SHORT: Duration = Duration::from_secs(1);

/// Returns services whose lookups find no address, and when each lookup began. They hang from number `first`
/// on, until the second value is dropped.
fn failing(first: usize, options: Options) -> (Services, impl Sized, Arc<Mutex<Vec<Instant>>>) {
    let (release, hangs) = channel::<()>();
    let (hangs, lookups) = (Mutex::new(hangs), Arc::<Mutex<Vec<_>>>::default());
    let begun = Arc::clone(&lookups);
    let count = move || {
        let mut begun = begun.lock().expect("no lookup panics");
        begun.push(Instant::now());
        begun.len()
    };
    let mut services = Services::new(options);
    services.set_resolver(on_threads(move |_, _| {
        if count() >= first {
            let _ = hangs.lock().expect("no lookup panics").recv();
        }
        Err(io::Error::other("no such host"))
    }));
    (services, release, lookups)
}

/// More lookups than there are.
const NEVER: usize = 10;

#[test]
fn a_failed_try_is_followed_by_the_next_one_after_its_pause() {
    let (services, _release, lookups) = failing(NEVER, Options { max_tries: 4, ..one_try() });
    let error = Fetch::start("site.test", services).error(LOST);
    let lookups = lookups.lock().expect("no lookup panics");
    let has_ended = "the first error has ended the fetch: `again` tells whether there is a next try";
    assert!(error.tries > 1 && (lookups.len() > 1 || error.elapsed >= PAUSE), "{has_ended}");
    let finds = "the second try has found the first one's state: take it, close it, and leave an empty one";
    assert!(lookups.len() != 1, "{finds}");
    assert_eq!(lookups.len(), 4, "four tries are four lookups");
    let has_no_pause = "a try began without its pause: `again` does not wait, so call `pause`";
    // One that is late on a busy machine looks like a pause, but not each of three.
    let mut pause = PAUSE;
    for of_two in lookups.windows(2) {
        assert!(of_two[1] - of_two[0] >= pause, "{has_no_pause}");
        pause *= 2;
    }
}

#[test]
fn the_error_of_the_last_try_is_the_result() {
    let (services, _release, _) = failing(NEVER, Options { max_tries: 3, ..one_try() });
    let error = Fetch::start("site.test", services).error(LOST);
    let what = (error.url.as_str(), error.phase, error.tries);
    assert_eq!(what, ("http://site.test/", Phase::Resolving, 3), "the error does not say what failed last");
    let rule = "finish with the one that `again` returns";
    let is_last = matches!(error.cause, Cause::Dns(_));
    let why = format!(
        "the last try has failed in its lookup, but the fetch ended with another error ({error}): {rule}"
    );
    assert!(is_last, "{why}");
}

#[test]
fn the_deadline_of_a_failed_try_does_not_end_the_next() {
    // Three tries fail at once, and the fourth one begins after their pauses.
    let (services, _release, _) = failing(4, Options { max_tries: 4, timeout: SHORT, ..one_try() });
    let error = Fetch::start("site.test", services).error(LOST);
    let why = format!("the fourth try must hang until its deadline, but: {error}");
    assert!(matches!(error.cause, Cause::Timeout), "{why}");
    let rule = "close a try that has failed";
    assert!(error.elapsed >= THREE_PAUSES + SHORT, "the deadline of a try before ended the fourth: {rule}");
}

#[test]
fn a_fetch_that_has_ended_leaves_no_callback() {
    for (first, timeout) in [(NEVER, one_try().timeout), (1, SHORT)] {
        let (reactor, _) = setup();
        let ends = Rc::new(Cell::new(0));
        let count = Rc::clone(&ends);
        let (services, _release, _) = failing(first, Options { timeout, ..one_try() });
        let fetch = Fetch::start_on(&reactor, "site.test", services, move || count.set(count.get() + 1));
        fetch.error(LOST);
        drop(fetch);
        assert_eq!(ends.get(), 1, "`finish` must call `fetched` once");
        let owners = Rc::strong_count(&reactor);
        let rule = "`State::close` the state of every try";
        assert_eq!(owners, 1, "the fetch has left a timer or a callback behind: {rule}");
    }
}
