//! What a `Retry-After` asks for, and when a server is asked again.

use std::time::{Duration, Instant, UNIX_EPOCH};

use common::fetch::http::pause;
use common::{Attempt, FetchError, Options, Response, Services};
use common_fuzz::web::attempt;

#[test]
fn a_retry_after_is_a_number_of_seconds_or_a_date() {
    // Sun, 06 Nov 1994 08:49:37 GMT
    let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
    for (text, seconds) in [
        ("0", Some(0)),
        (" 120 ", Some(120)),
        ("99999999999999999999999", Some(Duration::MAX.as_secs())),
        ("Sun, 06 Nov 1994 08:50:37 GMT", Some(60)),
        ("Sun, 06 Nov 1994 08:49:36 GMT", Some(0)),
        ("Sun Nov  6 08:50:07 1994", Some(30)),
        ("Tuesday, 01-Mar-16 00:00:00 GMT", Some(1_456_790_400 - 784_111_777)),
        ("Thu, 29 Feb 2024 00:00:00 GMT", Some(1_709_164_800 - 784_111_777)),
        ("", None),
        ("-1", None),
        ("soon", None),
        ("Sun, 06 Nov 1994 08:49:37", None),
    ] {
        assert_eq!(pause(text, now).map(|pause| pause.as_secs()), seconds, "{text}");
    }
}

/// Receives the answer to a request.
fn answer(attempt: &Attempt, head: &str) -> Result<Option<Response>, FetchError> {
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
        let services = Services::new(Options { max_tries: 2, ..Options::new([]) });
        let attempt = attempt(services.clone());
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
        assert_eq!(services.pacer.pauses(), 1);
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

#[test]
fn a_server_that_refuses_http_1_0_is_asked_in_1_1() {
    for status in [426, 505] {
        let refused = format!("{status} x");
        let attempt = attempt(Options { max_tries: 1, ..Options::new([]) });
        attempt.again(answer(&attempt, &refused).expect_err("asked in 1.0")).expect("it costs no try");
        assert!(attempt.request().starts_with(b"GET / HTTP/1.1\r\n"));
        assert!(answer(&attempt, &refused).is_ok(), "a second refusal is the result");
    }
}
