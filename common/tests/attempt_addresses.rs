//! The addresses of one fetch: which one it connects to, and what a refusal costs.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use common::fetch::resolve::Resolver;
use common::{Attempt, Cause, Options, Phase, Response, Target};
use url::Url;

fn attempt(options: Options) -> Attempt {
    let url = Url::parse("http://site.example/").expect("a URL");
    Attempt::first(&Target::page(Arc::new(url)), &Arc::new(options))
}

fn options() -> Options {
    Options::new([])
}

fn broken() -> io::Error {
    io::ErrorKind::Other.into()
}

#[test]
fn a_name_that_is_not_resolved_by_the_deadline_times_out() {
    let (_never, gate) = mpsc::channel::<()>();
    let gate = Mutex::new(gate);
    let resolver = Resolver::new(move |_, _| {
        let _ = gate.lock().unwrap().recv();
        Err(broken())
    });
    let error = attempt(Options { timeout: Duration::from_millis(10), resolver, ..options() }).resolve();
    assert_eq!(error.unwrap_err().cause.kind(), "timeout");
}

fn address(host: &str) -> SocketAddr {
    SocketAddr::new(host.parse().expect("an address"), 80)
}

/// Options for a host that has two addresses.
fn two_addresses() -> Options {
    addresses(2)
}

/// Options for a host whose addresses are 10.0.0.1 to 10.0.0.`count`.
fn addresses(count: u32) -> Options {
    let found: Vec<_> = (1..=count).map(|host| address(&format!("10.0.0.{host}"))).collect();
    Options { resolver: Resolver::new(move |_, _| Ok(found.clone())), ..options() }
}

#[test]
fn an_address_that_refuses_costs_no_try_while_another_is_left() {
    let attempt = attempt(two_addresses());
    for (host, tries) in [("10.0.0.1", 1), ("10.0.0.2", 1), ("10.0.0.1", 2), ("10.0.0.2", 2)] {
        assert_eq!((attempt.resolve().unwrap(), attempt.tries()), (address(host), tries));
        attempt.enter(Phase::Connecting);
        attempt.again(attempt.io_error(broken())).expect("another address or try");
    }
}

#[test]
fn an_address_that_connects_and_fails_costs_a_try() {
    let attempt = attempt(two_addresses());
    attempt.resolve().unwrap();
    attempt.enter(Phase::Reading);
    attempt.again(attempt.io_error(broken())).unwrap();
    assert_eq!(attempt.tries(), 2);
}

/// The first three refuse, and the fourth accepts and breaks. No number of tries may keep the fifth out of reach.
#[test]
fn a_try_begins_after_the_address_that_failed_last() {
    let attempt = attempt(addresses(5));
    for host in 1..=4 {
        assert_eq!(attempt.resolve().unwrap(), address(&format!("10.0.0.{host}")));
        attempt.enter(if host < 4 { Phase::Connecting } else { Phase::Reading });
        attempt.again(attempt.io_error(broken())).expect("another address or try");
    }
    assert_eq!((attempt.resolve().unwrap(), attempt.tries()), (address("10.0.0.5"), 2));
}

#[test]
fn an_address_for_which_no_descriptor_was_left_comes_again() {
    let attempt = attempt(addresses(3));
    for (host, cause) in [
        ("10.0.0.1", Cause::Closed),
        ("10.0.0.2", Cause::OutOfDescriptors(broken())),
        ("10.0.0.2", Cause::OutOfDescriptors(broken())),
        ("10.0.0.2", Cause::Closed),
        ("10.0.0.3", Cause::Closed),
    ] {
        assert_eq!(attempt.resolve().unwrap(), address(host), "try {}", attempt.tries());
        attempt.again(attempt.error(cause)).expect("another try");
    }
}

#[test]
fn the_address_that_answered_comes_first_from_then_on() {
    let options = two_addresses();
    let first = attempt(options.clone());
    first.resolve().unwrap();
    first.enter(Phase::Connecting);
    first.again(first.io_error(broken())).unwrap();
    assert_eq!(first.resolve().unwrap(), address("10.0.0.2"));
    first.response(Response::default());
    assert_eq!(attempt(options).resolve().unwrap(), address("10.0.0.2"));
}

#[test]
fn connecting_has_a_part_of_the_time_while_another_address_is_left() {
    for (timeout, part) in [(30, 2), (10, 2), (2, 1)] {
        let attempt = attempt(Options { timeout: Duration::from_secs(timeout), ..two_addresses() });
        attempt.resolve().unwrap();
        let now = Instant::now();
        let (deadline, half) = (attempt.connect_deadline(), Duration::from_secs(part) / 2);
        assert!(now + half < deadline && deadline < attempt.deadline(), "{timeout} s");
        assert!(deadline <= Instant::now() + Duration::from_secs(part), "{timeout} s");
        attempt.enter(Phase::Connecting);
        attempt.again(attempt.timed_out()).expect("another address is left");
        attempt.resolve().unwrap();
        assert_eq!(attempt.connect_deadline(), attempt.deadline(), "{timeout} s");
        assert_eq!(attempt.tries(), 1);
    }
}
