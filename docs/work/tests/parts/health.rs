//! Hosts that fail: how often they are tried again, when they are left alone, and when they are given up.

use std::time::{Duration, Instant};

use url::Url;
use work::health::{Admission, Health, admission};

const FAILURES: u32 = 20;

fn seconds(seconds: f64) -> Admission {
    Admission::After(Duration::from_secs_f64(seconds))
}

fn url(text: &str) -> Url {
    text.parse().unwrap()
}

/// Fails pages of the host in a row. Returns what the last one has changed.
fn fail(health: &mut Health, now: Instant, pages: u32) -> Option<Admission> {
    (0..pages).map(|_| health.ended(now, 0.0, &url("http://host/"), true)).last().unwrap()
}

#[test]
fn the_pauses_of_a_host_that_fails() {
    for (failed, pause) in [(20, 5.0), (21, 10.0), (22, 20.0), (23, 40.0), (24, 60.0)] {
        let pauses = [0.0, 1.0].map(|random| admission(failed, random));
        assert_eq!(pauses, [seconds(pause), seconds(pause * 0.75)], "after {failed} pages");
    }
    assert_eq!(
        [0, 19, 25, u32::MAX].map(|failed| admission(failed, 1.0)),
        [Admission::Now, Admission::Now, Admission::Never, Admission::Never]
    );
}

#[test]
fn an_open_breaker_lets_one_page_through_at_a_time() {
    let (mut health, start, page) = (Health::default(), Instant::now(), url("http://host/"));
    let after = |seconds| start + Duration::from_secs(seconds);
    assert_eq!(fail(&mut health, start, FAILURES - 1), None);
    assert_eq!(health.admit(start, &page), Admission::Now);
    assert_eq!(fail(&mut health, start, 1), Some(seconds(5.0)));
    assert_eq!(fail(&mut health, start, 9), None, "these were in flight when the breaker opened");
    assert_eq!(health.admit(after(4), &page), seconds(1.0));
    assert_eq!(health.admit(after(5), &page), Admission::Now, "the probe");
    assert_eq!(health.admit(after(6), &page), seconds(59.0), "the probe has not ended");
    assert!(!health.tries_again(&page), "a probe has one try");
    assert_eq!(fail(&mut health, after(6), 1), Some(seconds(10.0)), "the probe has failed");
    assert_eq!(health.admit(after(16), &page), Admission::Now, "the next probe");
    assert_eq!(health.admit(after(76), &page), Admission::Now, "the probe was lost");
    assert_eq!(
        health.ended(after(76), 0.0, &page, false),
        Some(Admission::Now),
        "any answer closes the breaker"
    );
    assert_eq!(health.admit(after(76), &page), Admission::Now);
    assert_eq!(fail(&mut health, after(77), FAILURES), Some(seconds(5.0)), "and the count begins anew");
}

#[test]
fn a_host_is_given_up_after_five_probes() {
    let (mut health, mut now, page) = (Health::default(), Instant::now(), url("http://host/"));
    fail(&mut health, now, FAILURES);
    let next = [10.0, 20.0, 40.0, 60.0].map(seconds).into_iter().chain([Admission::Never]);
    for next in next {
        now += Duration::from_secs(60);
        assert_eq!((health.admit(now, &page), fail(&mut health, now, 1)), (Admission::Now, Some(next)));
    }
    assert_eq!(health.admit(now + Duration::from_secs(3600), &url("http://host/a")), Admission::Never);
    for other in ["http://host:8080/", "https://host/", "http://other/"] {
        assert_eq!(health.admit(now, &url(other)), Admission::Now, "{other} is another host");
    }
}

#[test]
fn a_tenth_of_the_fetches_may_be_tried_again_and_ten_more() {
    for (fetches, tries) in [(0, 10), (9, 10), (10, 11), (200, 30), (100_000, 100)] {
        let (mut health, page) = (Health::default(), url("http://host/"));
        (0..fetches).for_each(|_| health.starts(&page));
        let granted = (0..1000).filter(|_| health.tries_again(&page)).count();
        assert_eq!(granted, tries, "after {fetches} fetches");
    }
}
