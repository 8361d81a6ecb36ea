//! When a server that asks for a pause is asked again.

use std::time::{Duration, Instant};

use common::{Attempt, FetchError, Options, Response};
use common_fuzz::offline::{attempt, attempt_with};
use web::pace::Pacer;

/// Receives the answer to a request.
pub fn answer(attempt: &Attempt, head: &str) -> Result<Option<Response>, FetchError> {
    attempt.request();
    let head = format!("HTTP/1.1 {head}\r\nContent-Length: 0\r\n\r\n");
    attempt.decode(&mut attempt.decoder(), head.as_bytes())
}

#[test]
fn a_server_that_asks_for_a_pause_is_asked_again_after_it() {
    for (head, pause) in [
        ("429 x\r\nRetry-After: 30", Some(30)),
        ("503 x\r\nretry-after: 60", Some(60)),
        ("429 x\r\nRetry-After: 61", None),
        // The date is one of the server's clock, which may be years from the local one.
        (
            "503 x\r\nDate: Fri, 31 Dec 9999 23:58:00 GMT\r\nRetry-After: Fri, 31 Dec 9999 23:58:30 GMT",
            Some(30),
        ),
        ("429 x\r\nRetry-After: soon", Some(0)),
        ("429 x", Some(0)),
        ("503 x", None),
        ("503 x\r\nRetry-After: soon", None),
        ("500 x\r\nRetry-After: 30", None),
    ] {
        let (options, pacer) = (Options { max_tries: 2, ..Options::new([]) }, Pacer::default());
        let attempt = attempt_with(web::services_at(options, &pacer));
        let now = Instant::now();
        let Some(seconds) = pause else {
            assert!(answer(&attempt, head).is_ok_and(|answer| answer.is_some()), "{head}");
            continue;
        };
        attempt.again(answer(&attempt, head).expect_err(head)).expect(head);
        let waits = attempt.starts_at() - now;
        assert!((seconds..seconds + 30).contains(&waits.as_secs()), "{head}: {waits:?}");
        assert_eq!(attempt.timed_out().tries, 2, "a pause costs a try");
        assert!(answer(&attempt, head).is_ok(), "without a try left, the answer is the result");
        assert_eq!(pacer.pauses(), 1);
    }
}

#[test]
fn a_pause_is_never_shorter_than_after_an_error_of_the_network() {
    for asked in ["0", "Sun, 06 Nov 1994 08:49:37 GMT"] {
        for (failures, shortest) in [(0, 50), (1, 100), (2, 200)] {
            let (attempt, now) = (attempt(Options::new([])), Instant::now());
            for _ in 0..failures {
                attempt.again(attempt.timed_out()).expect("a try is left");
            }
            let refused = answer(&attempt, &format!("503 x\r\nRetry-After: {asked}")).expect_err(asked);
            attempt.again(refused).expect("a try is left");
            assert!(attempt.starts_at() - now >= Duration::from_millis(shortest), "{asked} after {failures}");
        }
    }
}
