//! Requests that are made in another way: a URL out of scope is asked for with HEAD, and with GET if the server does not understand
//! that.

use std::sync::Arc;

use common::crawl::options::Checks;
use common::{Attempt, Options, Phase, Target};
use common_fuzz::offline::{self, broken};
use url::Url;
use web::check::EXTERNAL;

use crate::manners::answer;

fn attempt(max_tries: u32) -> Attempt {
    let url = Url::parse("http://else.example/").expect("a URL");
    let checks = Checks { external: true, ..Checks::default() };
    let services = web::services(Options { max_tries, checks, ..Options::new([]) });
    let attempt = Attempt::start(&Target::other(Arc::new(url), EXTERNAL), &Arc::new(services));
    attempt.enter(Phase::Reading);
    attempt
}

/// Returns the method of the next request.
fn method(attempt: &Attempt) -> String {
    let request = String::from_utf8(attempt.request()).expect("ASCII");
    request.split(' ').next().expect("a method").to_owned()
}

#[test]
fn an_answer_to_head_ends_with_its_head_unless_it_may_refuse_head() {
    for (status, headers, outcome) in [
        ("200 OK", "Content-Length: 99999999999\r\nContent-Encoding: br\r\n", Some(200)),
        ("302 Found", "Location: /\r\nTransfer-Encoding: new\r\n", Some(302)),
        ("404 Not Found", "", None),
        ("429 Too Many Requests", "", Some(429)),
        ("501 Not Implemented", "", None),
        ("503 Service Unavailable", "", Some(503)),
    ] {
        let attempt = attempt(1);
        assert_eq!(method(&attempt), "HEAD");
        let answer = format!("HTTP/1.1 {status}\r\n{headers}\r\n");
        let decode = || attempt.decode(&mut attempt.decoder(), answer.as_bytes());
        match decode() {
            Ok(response) => {
                let response = response.expect("it is complete");
                assert_eq!((Some(response.status), response.is_persistent), (outcome, false));
            }
            Err(error) => {
                assert_eq!(outcome, None, "{status}: {error}");
                attempt.again(error).expect("there is another method");
                attempt.enter(Phase::Reading);
                assert_eq!((&*method(&attempt), attempt.timed_out().tries), ("GET", 1));
                assert!(decode().expect("an answer").is_some(), "the answer to GET counts");
            }
        }
    }
}

#[test]
fn after_a_failure_of_head_the_url_is_asked_for_with_get() {
    for (phase, next) in [(Phase::Reading, ("GET", 1)), (Phase::Connecting, ("HEAD", 2))] {
        let attempt = attempt(2);
        attempt.enter(phase);
        attempt.again(attempt.io_error(broken())).expect("a try is left");
        assert_eq!((&*method(&attempt), attempt.timed_out().tries), next, "{phase}");
    }
    let attempt = attempt(2);
    attempt.again(attempt.timed_out()).expect("a try is left");
    assert_eq!((&*method(&attempt), attempt.timed_out().tries), ("GET", 2));
}

#[test]
fn a_server_that_refuses_http_1_0_is_asked_in_1_1() {
    for status in [426, 505] {
        let refused = format!("{status} x");
        let attempt = offline::attempt(Options { max_tries: 1, ..Options::new([]) });
        attempt.again(answer(&attempt, &refused).expect_err("asked in 1.0")).expect("it costs no try");
        assert!(attempt.request().starts_with(b"GET / HTTP/1.1\r\n"));
        assert!(answer(&attempt, &refused).is_ok(), "a second refusal is the result");
    }
}

#[cfg(unix)]
#[test]
fn a_lack_of_descriptors_costs_no_try_until_the_timeout_has_passed() {
    for (timeout, waits) in [(std::time::Duration::from_secs(3600), true), (std::time::Duration::ZERO, false)]
    {
        for (code, phase) in [(23, Phase::Resolving), (24, Phase::Connecting)] {
            let attempt = offline::attempt(Options { timeout, max_tries: 1, ..Options::new([]) });
            for _ in 0..3 {
                attempt.enter(phase);
                let error = attempt.io_error(std::io::Error::from_raw_os_error(code));
                assert_eq!(attempt.again(error).is_ok(), waits, "{code} while {phase}");
                assert_eq!(attempt.timed_out().tries, 1);
            }
        }
    }
}
