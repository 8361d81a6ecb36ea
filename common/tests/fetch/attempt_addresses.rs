//! The addresses of one fetch: which one it connects to, and what a refusal costs.

use std::net::SocketAddr;

use common::fetch::resolve::Resolver;
use common::{Options, Phase, Response, Services};
use common_fuzz::offline::{attempt_with, broken};

fn address(number: u8) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, number], 80))
}

/// Returns the services of a crawl of a host whose addresses are 10.0.0.1 to 10.0.0.`count`.
fn addresses(count: u8) -> Services {
    let found: Vec<_> = (1..=count).map(address).collect();
    let mut services = Services::new(Options::new([]));
    services.set_resolver(Resolver::blocking(move |_, _| Ok(found.clone())));
    services
}

/// Asserts that a fetch takes these addresses in turn, each in this try, and fails there in this phase.
#[track_caller]
fn assert_takes<const N: usize>(count: u8, turns: [(u8, u32, Phase); N]) {
    let attempt = attempt_with(addresses(count));
    for (number, tries, phase) in turns {
        assert_eq!((attempt.resolve().unwrap(), attempt.timed_out().tries), (address(number), tries));
        attempt.enter(phase);
        attempt.again(attempt.io_error(broken())).expect("another address or try");
    }
}

#[test]
fn an_address_that_refuses_costs_no_try_while_another_is_left() {
    let refuses = Phase::Connecting;
    assert_takes(2, [(1, 1, refuses), (2, 1, refuses), (1, 2, refuses), (2, 2, refuses)]);
}

/// The first three refuse, and the fourth accepts and breaks. No number of tries may keep the fifth out of reach.
#[test]
fn a_try_begins_after_the_address_that_failed_last() {
    let (refuses, breaks) = (Phase::Connecting, Phase::Reading);
    assert_takes(5, [(1, 1, refuses), (2, 1, refuses), (3, 1, refuses), (4, 1, breaks), (5, 2, breaks)]);
}

#[test]
fn the_address_that_answered_comes_first_from_then_on() {
    let services = addresses(2);
    let first = attempt_with(services.clone());
    first.resolve().unwrap();
    first.enter(Phase::Connecting);
    first.again(first.io_error(broken())).unwrap();
    assert_eq!(first.resolve().unwrap(), address(2));
    first.finish(Response::default());
    assert_eq!(attempt_with(services.clone()).resolve().unwrap(), address(2));
}
